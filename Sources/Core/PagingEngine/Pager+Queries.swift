extension Pager {
    /// Where the pager is going: the animation's end, else the drag's base, else where it rests.
    public var target: PageIndex {
        switch phase {
        case .empty, .idle: settled
        case .dragging(let drag): drag.base
        case .settling(let animation): animation.to.nearestPage
        }
    }

    /// The page nearest to where the pager stands; exactly half way belongs to the higher page.
    public var current: PageIndex {
        order.isEmpty ? settled : order.nearest(to: position.nearestPage)
    }

    /// Whether there is a page before the target.
    public var canGoBack: Bool { !order.isEmpty && target > order.firstPage }

    /// Whether there is a page after the target.
    public var canGoForward: Bool { !order.isEmpty && target < order.lastPage }

    /// The absolute pages of the window around `origin`, without those beyond an end.
    ///
    /// Keyed by absolute page, so no page stands in it twice even when a loop has fewer pages than the window slots.
    public var window: [PageIndex] {
        let reach = Int64(configuration.windowSlots / 2)
        return (-reach...reach).map { origin + $0 }.filter(order.contains)
    }

    /// When something happens without an input: the end of the animation, a shift during it, or the end of the lease.
    public var nextDeadline: Instant? {
        switch phase {
        case .empty: nil
        case .idle: strip?.lastSampleAt.advanced(byMilliseconds: configuration.leaseMilliseconds)
        case .dragging(let drag): drag.lastSampleAt.advanced(byMilliseconds: configuration.leaseMilliseconds)
        case .settling(let animation): min(animation.end, nextShift ?? animation.end)
        }
    }

    /// Where the strip of tabs stands: with the pager, unless a hand moved it elsewhere.
    public var stripPosition: Position { strip.map(place(of:)) ?? position }

    /// Where the pager stands at `instant` if no input comes before it; changes nothing.
    ///
    /// The flight in progress is followed to its end; a drag stays where it is.
    public func position(at instant: Instant) -> Position {
        guard case .settling(let animation) = phase else { return position }
        return animation.position(at: max(instant.withinBound, now))
    }
}
