/// The unit of a chart's values and its labels.
enum Unit: Hashable {
    case time
    case pages
    case users
    /// A rate of some noun.
    case perSecond(String)

    init(_ measure: Measure) {
        self = measure.isDistance ? .pages : .time
    }

    /// The title of the axis.
    var title: String {
        switch self {
        case .time: "latency"
        case .pages: "pages"
        case .users: "users"
        case .perSecond(let noun): "\(noun) per second"
        }
    }

    /// A recorded value in the unit of the axis.
    func drawn(_ value: Int64) -> Double {
        self == .pages ? Double(value) / Measure.unitsPerPage : Double(value)
    }

    /// A round number at the axis.
    func label(_ value: Double) -> String {
        guard self == .time else { return Unit.plain(value) }
        if value >= 1_000_000 { return "\(Unit.plain(value / 1_000_000)) s" }
        if value >= 1_000 { return "\(Unit.plain(value / 1_000)) ms" }
        return value == 0 ? "0" : "\(Unit.plain(value)) us"
    }

    /// Without zeros at its end.
    private static func plain(_ value: Double) -> String {
        guard value < 10, value != value.rounded() else { return Format.grouped(Int(value.rounded())) }
        var text = Format.decimal(value, places: 4)
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }
}
