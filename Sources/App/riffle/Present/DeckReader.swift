import PagingContent
import Platform

/// Reads a presenter's deck beside the loop: the programs of a deck may take a minute, and the pages go on being dragged
/// meanwhile.
///
/// The newest change wins: programs of an earlier reading are ended, and its result is dropped.
///
/// `@unchecked Sendable`: the loader and the pages read last are touched by the thread of this reader only, once `begin`
/// was called.
final class DeckReader: @unchecked Sendable {
    /// A deck as it was read.
    struct DeckReading: Sendable {
        let file: DeckFile
        let deck: Deck
        /// Nil where nothing visible has changed.
        let ready: DeckPages?
    }

    enum ReaderEvent: Sendable {
        /// A program runs.
        case running(String)
        case failed(String)
        case read(DeckReading)
    }

    private struct ReaderState {
        /// The number of changes.
        var changes = 0
        var isEnded = false
        var isRunning = false
    }

    private static let endMilliseconds: Int64 = 1_000

    private let path: String
    private let loader: DeckLoader
    private let mostPictureBytes: Int
    private var reload: DeckReload
    /// The pages as they were read last.
    private var pages: [Page]
    private let take: @Sendable (ReaderEvent) -> Void
    private let state = Locked(ReaderState())

    /// - Parameter take: takes what happens, on another thread.
    init(
        _ deck: Deck, pages: [Page], path: String, loader: DeckLoader, mostPictureBytes: Int,
        take: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        (self.path, self.loader, self.mostPictureBytes) = (path, loader, mostPictureBytes)
        self.pages = pages
        self.take = take
        reload = DeckReload(deck)
    }

    /// The file, or one that it includes, has changed.
    func changed() {
        let isFirst = state.change { state in
            state.changes += 1
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        NamedThread.start("deck") { [self] in work() }
    }

    /// Ends programs that run, and waits for that a moment.
    func end() {
        state.change { $0.isEnded = true }
        _ = state.wait(milliseconds: DeckReader.endMilliseconds) { $0.isRunning ? nil : true }
    }

    // MARK: Thread

    /// Reads until the newest change is read.
    private func work() {
        loader.runs.say = { [take] in take(.running($0)) }
        var read = 0
        while let change = next(after: read) {
            loader.runs.isWanted = { [state] in state.withLock { !$0.isEnded && $0.changes == change } }
            if let event = event() { take(event) }
            read = change
        }
    }

    /// The newest change; nil where it is read, with which the thread ends.
    private func next(after read: Int) -> Int? {
        state.change { state in
            state.isRunning = !state.isEnded && state.changes > read
            return state.isRunning ? state.changes : nil
        }
    }

    /// Nil where another change has come.
    private func event() -> ReaderEvent? {
        do {
            let file = try loader.load(path)
            var next = reload
            let hasChanged = next.take(try file.deck())
            let ready = DeckPages(
                next.deck, path: path, highlighting: loader.highlighting, mostPictureBytes: mostPictureBytes)
            guard loader.runs.isWanted() else { return nil }
            // A picture may have changed alone.
            let isNew = hasChanged || ready.pages != pages
            (reload, pages) = (next, ready.pages)
            return .read(DeckReading(file: file, deck: next.deck, ready: isNew ? ready : nil))
        } catch {
            return loader.runs.isWanted() ? .failed("\(error)") : nil
        }
    }
}
