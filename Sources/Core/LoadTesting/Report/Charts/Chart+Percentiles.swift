extension Chart {
    /// The whole distribution of a measure: the value at every percentile, each nine as wide as the one before it, from
    /// the intended moment and, where it was measured, naively.
    static func percentiles(of measure: Measure, _ latencies: LoadResult.Latencies) -> Chart? {
        let count = latencies.corrected.count
        guard count > 0 else { return nil }
        let unit = Unit(measure)
        let nines = max(2, min(6, Axis.log10(Double(count)).rounded(.up)))
        let hasNaive = latencies.naive.count > 0
        let (corrected, naive) = (RankedValues(latencies.corrected), RankedValues(latencies.naive))
        let curves = [corrected] + (hasNaive ? [naive] : [])
        let frame = Frame(
            across: Axis(form: .linear, low: 0, high: nines, ticks: Array(stride(from: 0, through: nines, by: 1))),
            up: .fitting(curves.flatMap { curve in ends(of: curve, unit) }))
        var drawing = frame.grid
        if hasNaive { drawing += Mark.path("line naive", steps(of: latencies.naive, in: frame, unit)) }
        drawing += Mark.path("line corrected", steps(of: latencies.corrected, in: frame, unit))
        drawing += hovers(of: corrected, naive, in: frame, measure)
        return Chart(
            title: "\(measure.rawValue) by percentile",
            words: "the value of \(measure.rawValue) at every percentile"
                + (hasNaive ? ", from the intended moment and naively" : ""),
            entries: hasNaive
                ? [
                    LegendEntry(kind: "corrected", name: "from the intended moment"),
                    LegendEntry(kind: "naive", name: "naive"),
                ]
                : [],
            labels: frame.labels(across: "percentile", percentText, up: unit), drawing: drawing)
    }

    private static func ends(of curve: RankedValues, _ unit: Unit) -> [Double] {
        [curve.value(atPercentile: 0), curve.maximum].map(unit.drawn)
    }

    /// `99.9%` at three nines.
    private static func percentText(_ nines: Double) -> String {
        ["0%", "90%", "99%", "99.9%", "99.99%", "99.999%", "99.9999%"][Int(nines)]
    }

    /// A stair: a value holds for all percentiles its cell spans. Steps narrower than half a pixel are left out.
    private static func steps(of curve: Distribution, in frame: Frame, _ unit: Unit) -> String {
        var commands = ""
        var counted: Int64 = 0
        var last = -1.0
        for step in curve.steps {
            let start = frame.x(nines(beyond: counted, of: curve.count))
            counted += step.count
            let end = frame.x(nines(beyond: counted, of: curve.count))
            guard commands.isEmpty || end - last >= 0.5 || counted == curve.count else { continue }
            let height = Mark.number(frame.y(unit.drawn(step.value)))
            commands += commands.isEmpty ? "M\(Mark.number(start)) \(height)" : "V\(height)"
            commands += "H\(Mark.number(end))"
            last = end
        }
        return commands
    }

    /// How many nines the part of the values up to `counted` has; the last of all has more than any axis.
    private static func nines(beyond counted: Int64, of count: Int64) -> Double {
        counted >= count ? 99 : -Axis.log10(Double(count - counted) / Double(count))
    }

    private static func hovers(
        of corrected: RankedValues, _ naive: RankedValues, in frame: Frame, _ measure: Measure
    ) -> String {
        let fields = Int(frame.across.high) * 10
        return (0..<fields).map { field in
            let (start, end) = (Double(field) / 10, Double(field + 1) / 10)
            let percent = 100 - 100 * powerOfTenth(start)
            let name = "\(Format.decimal(percent, places: start < 2 ? 1 : 4))%"
            var words = "\(name): \(measure.text(corrected.value(atPercentile: percent)))"
            if naive.count > 0 {
                words += ", naive \(measure.text(naive.value(atPercentile: percent)))"
            }
            return Mark.box(
                "hover", x: frame.x(start), y: 0, width: frame.x(end) - frame.x(start),
                height: Frame.height, title: words)
        }.joined()
    }

    /// 10 to the power of minus `nines`, in tenths.
    private static func powerOfTenth(_ nines: Double) -> Double {
        let rootOfTenth = 0.794_328_234_724_281_5
        return (0..<Int((nines * 10).rounded())).reduce(1) { power, _ in power * rootOfTenth }
    }
}
