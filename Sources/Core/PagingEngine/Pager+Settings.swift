extension Pager {
    /// Replaces the configuration at rest; refused while anything moves, whose rules would change under way.
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
        // From resting anywhere to resting on pages: to the one it is nearest to.
        if case .idle = phase, !configuration.isFree, position != Position(page: settled) {
            go(to: settled, from: settled, velocity: .zero, cause: .jump, by: member, into: &outputs)
        }
        let shift = recentre()
        if shift != 0 || slots != configuration.windowSlots {
            outputs.append(.shifted(by: shift, origin: origin))
        }
    }

    /// A load began. Loads may overlap; only the newest counts, so an older one's end clears nothing.
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
