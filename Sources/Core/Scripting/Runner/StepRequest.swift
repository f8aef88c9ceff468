import PagingContent
import PagingEngine
import PagingRoom

/// The request of a step without duration, made from what its actor sees.
struct StepRequest {
    /// The reason why a step cannot be made a request, in words.
    struct Problem: Error, Equatable {
        let expected: String
        let found: String
    }

    let request: Request
    /// Whether the actor moves the pager otherwise than by its drag, which ends.
    private(set) var movesPager = false
    /// The place of the pager after it; nil when it is not known.
    private(set) var place: StepPlace?
    /// The pages after an edit.
    private(set) var edited: [Page]?

    /// - Parameter place: The place of the pager when all earlier requests have their effect.
    init(_ action: Step.Action, in view: RoomView.Moment, at place: StepPlace, of run: SharedRun) throws(Problem) {
        let replica = view.replica
        switch action {
        case .step(let direction, let page):
            let given = page.flatMap { replica.index(of: $0) }
            let from = given ?? place.page
            let shown = given == nil ? place.shown : nil
            request = .step(direction, from: from, shown: shown)
            (movesPager, self.place) = (true, replica.place(after: direction, from: from, shown: shown))
        case .jump(let page, let animated): self = try .jump(to: page, animated: animated, in: replica)
        case .tap(.number(let page)): self = try .jump(to: page, animated: true, in: replica)
        case .tap(.title(let title)):
            let tabs = replica.tabs
            guard let item = tabs.firstIndex(of: title) else {
                let known = tabs.isEmpty ? "no tabs" : "the tabs " + tabs.joined(separator: ", ")
                throw Problem(expected: "a tab `\(title)`", found: known)
            }
            request = .jumpToItem(item, animated: true)
            movesPager = true
        case .configure(let edit): request = .configure(edit.applied(to: replica.configuration))
        case .resize(let width, let height): request = .resize(width: width, height: height)
        case .content(let edit):
            let pages = try run.edited(edit, in: view)
            request = .content(revision: replica.revision, pages, wrap: nil)
            edited = pages
        case .blank(let on): request = .blank(on ?? !replica.isBlank)
        case .control(let step):
            guard let action = step.action(among: replica.members) else {
                let found = "in the room are " + replica.members.map(\.name).joined(separator: ", ")
                throw Problem(expected: step.words, found: found)
            }
            request = .control(action)
        default: preconditionFailure("Not a request: \(action)")
        }
    }

    private init(_ request: Request, to place: StepPlace?) {
        self.request = request
        (movesPager, self.place) = (true, place)
    }

    private static func jump(
        to page: PageNumber, animated: Bool, in replica: Replica
    ) throws(Problem) -> StepRequest {
        guard let request = replica.jump(to: page, animated: animated) else {
            throw Problem(expected: "page \(page.value)", found: replica.extentWords)
        }
        return StepRequest(request, to: replica.index(of: page).map { StepPlace(page: $0, shown: 0) })
    }
}
