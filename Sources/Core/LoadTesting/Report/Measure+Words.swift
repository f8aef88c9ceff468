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

    /// Its definition in a few words, for the report.
    var meaning: String { definition.summary }
}
