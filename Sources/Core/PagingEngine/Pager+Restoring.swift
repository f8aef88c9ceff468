extension Pager {
    /// Where a pager rests, or will rest once what moves it is over: all a memory has to keep beside its pages and
    /// configuration.
    public struct Rest: Hashable, Sendable {
        public var position: Position
        /// The window's centre then.
        public var origin: PageIndex
        public var revision: Int64
        public var dragEnabled: Bool

        public init(position: Position, origin: PageIndex, revision: Int64, dragEnabled: Bool) {
            self.position = position
            self.origin = origin
            self.revision = revision
            self.dragEnabled = dragEnabled
        }
    }

    /// Where the pager would come to rest if every hand let go now.
    ///
    /// A flight ends where it goes. A drag falls back to its base, except where the window follows the hand: there the
    /// page in the centre counts, as everybody has been told of its turn.
    public var rest: Rest {
        let place = restingPlace
        return Rest(
            position: place, origin: restingOrigin(at: place), revision: revision, dragEnabled: dragEnabled)
    }

    /// Known when a flight begins, so that nothing is left to be remembered at its end.
    private func restingOrigin(at place: Position) -> PageIndex {
        guard !order.isEmpty, phase.name != .idle else { return origin }
        var resting = self
        resting.settled = order.nearest(to: place.nearestPage)
        resting.position = place
        resting.phase = .idle
        _ = resting.recentre()
        return resting.origin
    }

    private var restingPlace: Position {
        switch phase {
        case .empty, .idle: return position
        case .settling(let animation): return animation.to
        case .dragging(let drag):
            switch configuration.recentring {
            case .inFlight, .always: return Position(page: origin)
            case .onCompletion, .never: return Position(page: drag.base)
            }
        }
    }

    /// A pager at rest as it is remembered. A place where there is no page (any more) becomes the nearest there is.
    public init(configuration: Configuration, order: PageOrder, resting rest: Rest, now: Instant) {
        self.init(configuration: configuration, order: order, now: now)
        revision = rest.revision
        dragEnabled = rest.dragEnabled
        guard !self.order.isEmpty else { return }
        settled = self.order.nearest(to: rest.position.nearestPage)
        position = configuration.isFree ? self.order.onRow(rest.position) : Position(page: settled)
        origin = self.order.nearest(to: rest.origin)
        _ = recentre()
        checkInvariants()
    }
}
