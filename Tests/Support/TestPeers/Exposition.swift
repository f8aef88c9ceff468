import Foundation

/// A strict reader of the text format 0.0.4: whatever a scraper might refuse or take for something else is an error.
package struct Exposition {
    package struct Sample: Equatable {
        package var name: String
        package var labels: [String: String]
        package var value: Double
    }

    package struct Family {
        package var name: String
        package var type: String
        package var help: String
        package var samples: [Sample] = []
    }

    package struct Flaw: Error, CustomStringConvertible {
        package let description: String
    }

    package private(set) var families: [Family] = []

    package init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Flaw(description: "the last line is not ended") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { try comment(line) } else { try sample(line) }
        }
        for family in families { try check(family) }
        var seen: Set<String> = []
        for family in families where !seen.insert(family.name).inserted {
            throw Flaw(description: "\(family.name) is written twice")
        }
    }

    package subscript(name: String) -> Family? { families.first { $0.name == name } }

    /// The value of the one sample of that name and those labels.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func comment(_ line: Substring) throws {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count == 4, words[0] == "#" else { throw Flaw(description: "not HELP or TYPE: \(line)") }
        let name = String(words[2])
        switch words[1] {
        case "HELP": families.append(Family(name: name, type: "", help: String(words[3])))
        case "TYPE":
            guard families.last?.name == name, families[families.count - 1].type.isEmpty else {
                throw Flaw(description: "TYPE without its HELP before it: \(line)")
            }
            families[families.count - 1].type = String(words[3])
        default: throw Flaw(description: "neither HELP nor TYPE: \(line)")
        }
    }

    private mutating func sample(_ line: Substring) throws {
        let pattern = #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/#
        guard let match = line.wholeMatch(of: pattern), let value = Double(match.3) else {
            throw Flaw(description: "no sample: \(line)")
        }
        var labels: [String: String] = [:]
        var rest = match.2 ?? ""
        while !rest.isEmpty {
            let label = #/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/#
            guard let match = rest.prefixMatch(of: label), labels[String(match.1)] == nil else {
                throw Flaw(description: "no labels: \(rest)")
            }
            labels[String(match.1)] = String(match.2)
            rest = rest[match.range.upperBound...]
        }
        guard !families.isEmpty else { throw Flaw(description: "a sample before its TYPE: \(line)") }
        families[families.count - 1].samples.append(Sample(name: String(match.1), labels: labels, value: value))
    }

    private func check(_ family: Family) throws {
        let (name, type) = (family.name, family.type)
        guard ["counter", "gauge", "histogram"].contains(type) else { throw Flaw(description: "\(name) is a \(type)") }
        guard (type == "counter") == name.hasSuffix("_total") else { throw Flaw(description: "\(name), a \(type)") }
        for (index, sample) in family.samples.enumerated() {
            let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
            guard suffixes.contains(where: { name + $0 == sample.name }) else {
                throw Flaw(description: "\(sample.name) among \(name)")
            }
            let twin = family.samples[..<index].contains { $0.name == sample.name && $0.labels == sample.labels }
            guard !twin else { throw Flaw(description: "\(sample.name) \(sample.labels) is written twice") }
            guard type == "gauge" || sample.value >= 0 else { throw Flaw(description: "\(name) is below zero") }
        }
        if type == "histogram" { try checkBuckets(family) }
    }

    /// Each set of labels of a family is a histogram; without any there is none yet.
    private func checkBuckets(_ family: Family) throws {
        let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }
        func rest(_ sample: Sample) -> [String: String] { sample.labels.filter { $0.key != "le" } }
        for labels in Set(family.samples.map(rest)) {
            let own = buckets.filter { rest($0) == labels }
            let bounds = own.compactMap { $0.labels["le"].map { $0 == "+Inf" ? Double.infinity : Double($0) ?? .nan } }
            let values = own.map(\.value)
            guard bounds.count == own.count, bounds.last == .infinity, zip(bounds, bounds.dropFirst()).allSatisfy(<),
                zip(values, values.dropFirst()).allSatisfy(<=),
                values.last == value(family.name + "_count", labels), value(family.name + "_sum", labels) != nil
            else { throw Flaw(description: "\(family.name) \(labels): the buckets do not add up") }
        }
    }
}
