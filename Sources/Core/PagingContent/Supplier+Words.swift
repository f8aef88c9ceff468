extension Supplier {
    /// The words for suppliers, without what may follow behind a colon.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case numbers
        case items
        case tabs
        case contents
        case animals
    }

    /// Why words name no supplier.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unknown(UnknownWord)
        /// The supplier is there, what stands behind its colon makes no sense.
        case detail(String)

        package var description: String {
            switch self {
            case .unknown(let word): word.description
            case .detail(let reason): reason
            }
        }
    }

    /// Reads the words for a supplier: `numbers`, `tabs`, `contents`, `items` or `items:NAME,NAME,…`, `animals` or
    /// `animals:SEED`.
    package init(words: String) throws(Failure) {
        let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = Name(rawValue: parts[0]) else {
            throw .unknown(UnknownWord(parts[0], noun: "supplier", known: Name.allCases.map(\.rawValue)))
        }
        let detail = parts.count == 2 ? parts[1] : nil
        switch (name, detail) {
        case (.numbers, nil): self = .numbers
        case (.tabs, nil): self = .tabs
        case (.contents, nil): self = .contents
        case (.items, nil): self = .items()
        case (.items, let names?): self = .items(try Supplier.names(in: names))
        case (.animals, nil): self = .animals(seed: 1)
        case (.animals, let seed?):
            guard let seed = UInt64(seed) else { throw .detail("animals:\(seed): the seed is a whole number from 0") }
            self = .animals(seed: seed)
        case (.numbers, _), (.tabs, _), (.contents, _):
            throw .detail("\(words): nothing stands behind `\(name.rawValue)`")
        }
    }

    private static func names(in text: String) throws(Failure) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw .detail("items:\(text): names with commas between them, none of them empty")
        }
        guard names.count <= DeckLimits.pages else { throw .detail("at most \(DeckLimits.pages) items are possible") }
        for name in names where name.utf8.count > DeckLimits.titleBytes || name.contains(where: \.isNewline) {
            throw .detail("an item's name is one line of at most \(DeckLimits.titleBytes) bytes")
        }
        return names
    }
}
