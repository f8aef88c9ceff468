package import PagingEngine

extension Room {
    /// What a member joining at `now` must know. Call `tick` first: a snapshot reads the state, it does not move it.
    package func snapshot(at now: Instant) -> Replica {
        var replica = Replica(
            sequence: sequence, configuration: pager.configuration, phase: publicPhase, settled: pager.settled,
            position: pager.position(at: now), origin: pager.origin, target: pager.target, loading: pager.loading,
            dragEnabled: pager.dragEnabled, revision: pager.revision, count: pager.order.count,
            wrap: pager.order.wrap, strip: pager.strip == nil ? nil : pager.stripPosition,
            tabs: tabs, window: window, members: roster.listedMembers, viewers: roster.viewersTold, control: control)
        (replica.shown, replica.isBlank, replica.pointer) = (shown, isBlank, pointer)
        replica.motion = motion
        return replica
    }

    /// The phase with only that of a drag which its events told.
    private var publicPhase: Phase {
        guard case .dragging(let drag) = pager.phase else { return pager.phase }
        return .dragging(Drag(told: drag.id, holder: drag.holder, base: drag.base, at: grabbedAt))
    }
}
