/// What a figure of a load run must be, such as `deliver.p95 < 100ms` or `gaps == 0`.
public struct Threshold: Hashable, Sendable, CustomStringConvertible {
    public enum Relation: String, Hashable, Sendable, CaseIterable {
        case less = "<"
        case atMost = "<="
        case equal = "=="
        case atLeast = ">="
        case more = ">"
    }

    /// What is looked at: a measure with a part of it (`deliver.p95`, `ack.max`, `naive.ack.p99`), or a count (`gaps`,
    /// `reach`, `rejected`, `rejected.held`).
    public var figure: String
    public var relation: Relation
    /// Microseconds for times, pages for `skew`, otherwise a plain number (`reach` and error parts: 0 … 1).
    public var bound: Double
    /// As it was written.
    public var text: String

    public init(figure: String, relation: Relation, bound: Double, text: String) {
        self.figure = figure
        self.relation = relation
        self.bound = bound
        self.text = text
    }

    public var description: String { text }
}
