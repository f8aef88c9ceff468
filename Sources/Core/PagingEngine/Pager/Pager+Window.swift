extension Pager {
    /// Distance beyond half a page, 1/50 page, at which the window follows: jitter at the middle must not shift the
    /// window with each sample.
    private static let hysteresis = Distance(units: 1_311)

    /// Centres the window and reports the shift, if there is one.
    mutating func follow(into outputs: inout [Output]) {
        let shift = recentre()
        if shift != 0 { outputs.append(.shifted(by: shift, origin: origin)) }
    }

    /// Centres the window as the configuration says for the present phase. Returns the pages by which it moved.
    ///
    /// Positions are absolute, so a shift of the window moves nothing on screen.
    mutating func recentre() -> Int64 {
        guard !order.isEmpty else { return 0 }
        let old = origin
        origin = order.nearest(to: centre(at: position))
        return origin - old
    }

    /// The page to centre the window on with the pager at `place`.
    private func centre(at place: Position) -> PageIndex {
        switch configuration.recentring {
        case .onCompletion:
            guard case .idle = phase else { return origin }
            return settled
        case .never:
            guard case .idle = phase else { return origin }
            let reach = Int64(configuration.windowSlots / 2)
            return PageIndex(origin.value.limited(to: settled.value - reach...settled.value + reach))
        case .inFlight:
            return centre(at: place, slack: Pager.hysteresis)
        case .always:
            return centre(at: place, slack: .zero)
        }
    }

    /// The page nearest to the present origin from which `place` is at most half a page and `slack` away.
    private func centre(at place: Position, slack: Distance) -> PageIndex {
        let way = place - Position(page: origin)
        let excess = Int64(clamping: way.units.magnitude) - Position.unitsPerPage / 2 - slack.units
        guard excess > 0 else { return origin }
        let pages = (excess + Position.unitsPerPage - 1) / Position.unitsPerPage
        return origin + (way.units < 0 ? -pages : pages)
    }

    /// Plans the next shift during an animation, so that it happens at its own millisecond, whenever the pager is called.
    mutating func planShift() {
        nextShift = nil
        guard case .settling(let animation) = phase else { return }
        switch configuration.recentring {
        case .onCompletion, .never: return
        case .inFlight, .always: break
        }
        let last = animation.end.advanced(byMilliseconds: -1)
        let turn = min(max(animation.turn ?? last, now), last)
        let afterTurn = min(turn.advanced(byMilliseconds: 1), last)
        nextShift =
            firstShift(of: animation, after: now, through: turn)
            ?? firstShift(of: animation, after: turn, through: afterTurn)
            ?? firstShift(of: animation, after: afterTurn, through: last)
    }

    /// The first millisecond at which the window must shift, in an interval without a change of direction. Movement there
    /// is monotonic, so bisection finds it.
    private func firstShift(of animation: Animation, after start: Instant, through end: Instant) -> Instant? {
        guard start < end, isOffCentre(animation, at: end) else { return nil }
        var (before, found) = (start.milliseconds, end.milliseconds)
        while found - before > 1 {
            let middle = before + (found - before) / 2
            if isOffCentre(animation, at: Instant(milliseconds: middle)) { found = middle } else { before = middle }
        }
        return Instant(milliseconds: found)
    }

    private func isOffCentre(_ animation: Animation, at instant: Instant) -> Bool {
        order.nearest(to: centre(at: animation.position(at: instant))) != origin
    }
}

extension Pager {
    /// Replaces the configuration at rest; rejected during a movement, whose rules would change.
    mutating func configure(_ configuration: Configuration, by member: MemberID?, into outputs: inout [Output]) {
        switch phase {
        case .dragging, .settling: return outputs.append(.rejected(.moving))
        case .empty, .idle: break
        }
        guard strip == nil else { return outputs.append(.rejected(.moving)) }
        if let flaw = configuration.flaw { return outputs.append(.rejected(.badRequest(flaw))) }
        guard configuration != self.configuration else { return }
        let slots = self.configuration.windowSlots
        self.configuration = configuration
        outputs.append(.configured(configuration))
        // A pager between pages goes to the nearest page if it may no longer rest there.
        if case .idle = phase, !configuration.isFree, position != Position(page: settled) {
            go(to: settled, from: settled, velocity: .zero, cause: .jump, by: member, into: &outputs)
        }
        let shift = recentre()
        if shift != 0 || slots != configuration.windowSlots {
            outputs.append(.shifted(by: shift, origin: origin))
        }
    }

    /// Begins a load. Loads may overlap; only the newest counts, so the end of an older one is ignored.
    mutating func beginLoad(_ request: Int64, into outputs: inout [Output]) {
        if let newestLoad, request <= newestLoad { return }
        newestLoad = request
        loading = true
        outputs.append(.loadingChanged(true, request: request))
    }

    mutating func endLoad(_ request: Int64, into outputs: inout [Output]) {
        guard loading, request == newestLoad else { return }
        loading = false
        outputs.append(.loadingChanged(false, request: request))
    }
}
