import Foundation
import PagingEngine
import PagingRoom

/// The final state of a member: a row of the result table.
struct ActorResult {
    let name: String
    /// The number of the page it rests on; nil when it never joined.
    let page: Int64?
    let sequence: Int64
    let digest: String
    let phase: String
    /// The number of the last event caused by its requests; nil when unknown.
    let committed: Int64?

    init(name: String, replica: Replica?, committed: Int64? = nil) {
        self.name = name
        self.committed = committed
        guard let replica else {
            (page, sequence, digest, phase) = (nil, 0, "-", "absent")
            return
        }
        switch replica.wrap {
        case .unbounded: page = replica.settled.value
        case .finite: page = replica.settled.value + 1
        case .loop:
            // A page has the same number on every lap.
            let count = max(1, Int64(replica.count))
            page = (replica.settled.value % count + count) % count + 1
        }
        sequence = replica.sequence.number
        digest = replica.digest.text
        phase = replica.phase.name.rawValue
    }

    init?(json line: String) {
        guard let fields = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let name = fields["name"] as? String, let sequence = fields["seq"] as? Int,
            let digest = fields["digest"] as? String, let phase = fields["phase"] as? String
        else { return nil }
        self.name = name
        self.sequence = Int64(sequence)
        self.digest = digest
        self.phase = phase
        page = (fields["page"] as? Int).map(Int64.init)
        committed = (fields["committed"] as? Int).map(Int64.init)
    }

    /// One JSON object: name, page, seq, digest, phase, and committed if known.
    var json: String {
        var fields: [String: Any] = ["name": name, "seq": sequence, "digest": digest, "phase": phase]
        if let page { fields["page"] = page }
        if let committed { fields["committed"] = committed }
        let data = try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The results as a table.
    static func table(_ results: [ActorResult]) -> String {
        let width = max(6, results.map(\.name.count).max() ?? 0)
        func row(_ name: String, _ page: String, _ sequence: String, _ digest: String) -> String {
            [
                name.padding(toLength: width, withPad: " ", startingAt: 0),
                String(repeating: " ", count: max(0, 5 - page.count)) + page,
                String(repeating: " ", count: max(0, 5 - sequence.count)) + sequence, digest,
            ].joined(separator: "  ")
        }
        let lines = results.map { row($0.name, $0.page.map(String.init) ?? "-", String($0.sequence), $0.digest) }
        return ([row("member", "page", "seq", "digest")] + lines).joined(separator: "\n")
    }

    /// The difference between members; nil when all are in step.
    static func divergence(_ results: [ActorResult]) -> String? {
        guard let first = results.first else { return "no members" }
        for other in results where other.digest != first.digest || other.sequence != first.sequence {
            return "\(other.name) shows \(other.digest) at seq \(other.sequence), "
                + "\(first.name) shows \(first.digest) at seq \(first.sequence)"
        }
        return first.page == nil ? "no member joined" : nil
    }
}
