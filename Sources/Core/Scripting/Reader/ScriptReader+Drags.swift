import PagingEngine

extension ScriptReader {
    private static let defaultOverMilliseconds: Int64 = 240
    /// 60 places of the hand a second.
    private static let defaultSampleMilliseconds: Int64 = 16

    mutating func drag(_ node: ScriptNode) -> DragPlan? {
        guard var fields = fields(of: node, "a drag", known: ScriptKeys.drag) else { return nil }
        let velocity = fields.take("velocity")
        let releaseNode = fields.take("release")
        let releases = releaseNode.flatMap { flag($0, "release") } ?? true
        if let velocity, !releases { report("a drag that is held has no velocity yet", at: velocity) }
        let ending = releases ? DragPlan.Ending.released(velocity.flatMap { self.velocity($0) }) : .held
        let path = fields.take("path")
        let by = fields.take("by")
        if let path {
            if by != nil { report("a drag has `by` or a `path`, not both", at: path) }
            for key in ["over", "samples", "ease"] {
                if let extra = fields.take(key) { report("a drag with a `path` has no `\(key)`", at: extra) }
            }
            return samples(path).map { DragPlan(samples: $0, ending: ending) }
        }
        guard let by else {
            report("a drag needs `by` or a `path`", at: node)
            return nil
        }
        return evenDrag(by, &fields, ending)
    }

    /// A drag of the strip of tabs: `by` in tabs.
    mutating func strip(_ node: ScriptNode) -> DragPlan? {
        guard var fields = fields(of: node, "a strip", known: ScriptKeys.strip) else { return nil }
        guard let by = fields.take("by") else {
            report("a strip needs `by`, in tabs", at: node)
            return nil
        }
        return evenDrag(by, &fields, .released(nil))
    }

    private mutating func evenDrag(
        _ by: ScriptNode, _ fields: inout ScriptFields, _ ending: DragPlan.Ending
    ) -> DragPlan? {
        let over = fields.take("over")
        let overMilliseconds = over.map { duration($0, "over") } ?? ScriptReader.defaultOverMilliseconds
        let samplesNode = fields.take("samples")
        let samples = samplesNode.map { integer($0, "samples", in: 1...Int64(ScriptLimits.dragSamples)) }
        let ease = fields.take("ease").map { word($0, "ease", DragPlan.Ease.self) } ?? .linear
        guard let distance = distance(by, "a drag"), let overMilliseconds, let ease else { return nil }
        if samplesNode != nil, samples == .some(nil) { return nil }
        let count = (samples ?? nil) ?? max(1, overMilliseconds / ScriptReader.defaultSampleMilliseconds)
        return DragPlan(
            by: distance, overMilliseconds: overMilliseconds, samples: min(Int(count), ScriptLimits.dragSamples),
            ease: ease, ending: ending)
    }

    private mutating func samples(_ node: ScriptNode) -> [DragPlan.Sample]? {
        guard case .list(let points) = node.content, !points.isEmpty, points.count <= ScriptLimits.dragSamples else {
            report("a path is a list of [time, pages], not \(node.kind)", at: node)
            return nil
        }
        var samples: [DragPlan.Sample] = []
        for point in points {
            guard case .list(let pair) = point.content, pair.count == 2 else {
                report("a point of a path is [time, pages], not \(point.kind)", at: point)
                continue
            }
            guard let time = duration(pair[0], "a point's time"), let place = distance(pair[1], "a point") else {
                continue
            }
            if let last = samples.last, last.afterMilliseconds > time {
                report("a path goes forward in time", at: pair[0])
            }
            samples.append(DragPlan.Sample(afterMilliseconds: time, translation: place))
        }
        return samples.isEmpty ? nil : samples
    }

    mutating func release(_ node: ScriptNode) -> Step.Action? {
        if node.isEmpty { return .release(velocity: nil) }
        guard var fields = fields(of: node, "a release", known: ScriptKeys.release) else { return nil }
        return .release(velocity: fields.take("velocity").flatMap { velocity($0) })
    }

    private mutating func velocity(_ node: ScriptNode) -> Velocity? {
        let pages = Double(Velocity.bound / Position.unitsPerPage)
        guard let value = decimal(node, "a velocity in pages per second", in: -pages...pages) else { return nil }
        return Velocity(unitsPerSecond: units(value))
    }

    mutating func distance(_ node: ScriptNode, _ noun: String) -> Distance? {
        let limit = ScriptLimits.dragPages
        return decimal(node, "\(noun) in pages", in: -limit...limit).map { Distance(units: units($0)) }
    }

    func units(_ pages: Double) -> Int64 { Int64((pages * Double(Position.unitsPerPage)).rounded()) }
}
