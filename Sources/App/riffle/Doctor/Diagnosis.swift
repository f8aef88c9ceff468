/// The result of one check.
struct Diagnosis: Equatable {
    enum Verdict: String {
        case good = "ok"
        /// It works, but not as well as it could.
        case odd = "odd"
        /// It does not work.
        case bad = "bad"
    }

    let verdict: Verdict
    let subject: String
    let words: String
    /// What to do.
    let remedy: String?

    init(_ verdict: Verdict, _ subject: String, _ words: String, remedy: String? = nil) {
        self.verdict = verdict
        self.subject = subject
        self.words = words
        self.remedy = remedy
    }

    private static let subjectColumns = 12

    /// One line, and a second one with the remedy.
    var lines: [String] {
        let padding = String(repeating: " ", count: max(1, Diagnosis.subjectColumns - subject.count))
        let mark = verdict.rawValue + String(repeating: " ", count: 5 - verdict.rawValue.count)
        let indent = String(repeating: " ", count: 5 + Diagnosis.subjectColumns)
        return [mark + subject + padding + words] + (remedy.map { [indent + $0] } ?? [])
    }
}
