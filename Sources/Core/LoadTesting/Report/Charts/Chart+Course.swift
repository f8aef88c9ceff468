extension Chart {
    /// The course of the run: users, actions, received messages, errors.
    static func course(_ moments: TimelineBuckets) -> [Chart] {
        [
            area("users over time", .users, moments) { Double($0.users) },
            area("actions over time", .perSecond("actions"), moments) { $0.perSecond($0.actions) },
            area("messages received over time", .perSecond("messages"), moments) { $0.perSecond($0.receivedMessages) },
            errors(moments),
        ]
    }

    private static func area(
        _ title: String, _ unit: Unit, _ moments: TimelineBuckets, _ value: (TimelineBuckets.Moment) -> Double
    ) -> Chart {
        let values = moments.all.map(value)
        let frame = Frame(across: moments.axis, up: .fromZero(to: values.max() ?? 0, wholes: true))
        var drawing = frame.grid + frame.marks(of: moments)
        // A value holds for its whole moment.
        var edge = ""
        for (moment, value) in zip(moments.all, values) {
            let height = Mark.number(frame.y(value))
            edge += edge.isEmpty ? "M\(Mark.number(frame.x(Double(moment.start)))) \(height)" : "V\(height)"
            edge += "H\(Mark.number(frame.x(Double(moment.start + moment.seconds))))"
        }
        if !edge.isEmpty {
            let floor = Mark.number(Frame.height)
            drawing += Mark.path("area", edge + "V\(floor)H\(Mark.number(frame.x(0)))Z")
            drawing += Mark.path("line middle", edge)
        }
        drawing += zip(moments.all, values).map { moment, value in
            frame.hover(moment, "\(moment.words): \(Format.number(value)) \(unit.title)")
        }.joined()
        return Chart(
            title: title, words: "\(unit.title) over the time of the run",
            labels: frame.labels(across: moments.axisTitle, moments.label, up: unit), drawing: drawing)
    }

    /// Bars: errors are rare, and each one matters.
    private static func errors(_ moments: TimelineBuckets) -> Chart {
        let unit = Unit.perSecond("errors")
        let most = moments.all.map { $0.perSecond($0.errors) }.max() ?? 0
        let frame = Frame(across: moments.axis, up: .fromZero(to: most, wholes: true))
        var drawing = frame.grid + frame.marks(of: moments)
        for moment in moments.all where moment.errors > 0 {
            let (start, end) = (frame.x(Double(moment.start)), frame.x(Double(moment.start + moment.seconds)))
            let height = frame.y(moment.perSecond(moment.errors))
            let gap = end - start > 6 ? 1.0 : 0
            drawing += Mark.box(
                "bar", x: start + gap, y: height, width: max(end - start - 2 * gap, 1), height: Frame.height - height)
        }
        drawing += moments.all.map { frame.hover($0, "\($0.words): \(Format.count($0.errors, "error"))") }.joined()
        let total = moments.all.reduce(0) { $0 + $1.errors }
        return Chart(
            title: total == 0 ? "errors over time: none" : "errors over time",
            words: "errors per second over the time of the run, \(total) in all",
            labels: frame.labels(across: moments.axisTitle, moments.label, up: unit), drawing: drawing)
    }
}
