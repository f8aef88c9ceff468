extension Measure {
    /// Recorded units in a page.
    static let unitsPerPage: Double = 65_536

    /// The unit of its recorded values in file formats.
    var unit: String { isDistance ? "page/65536" : "us" }

    /// A recorded value with its unit.
    func text(_ value: Int64) -> String {
        isDistance ? "\(figure(value)) pages" : Format.time(microseconds: Double(value))
    }

    /// A value in a table whose rows are named by `rowName`.
    func figure(_ value: Int64) -> String {
        isDistance ? Format.pages(Double(value) / Measure.unitsPerPage) : text(value)
    }

    /// Its name, with the unit where the figures do not carry it.
    var rowName: String { isDistance ? "\(rawValue) (pages)" : rawValue }

    /// Its definition, for the report.
    var meaning: String {
        switch self {
        case .connect: "intended start to open connection"
        case .join: "intended start to the first whole state of the room"
        case .ack: "intended moment of a request to its answer"
        case .deliver: "event made to event received"
        case .spread: "first to last member that received one event"
        case .catchUp: "intended moment of a reconnect to a state as new as the room's"
        case .skew: "largest distance between two members' windows at one moment"
        case .lag: "how late the generator itself acted"
        case .reply: "intended moment of a message to its reply"
        case .push: "time a push carries to its arrival"
        }
    }
}
