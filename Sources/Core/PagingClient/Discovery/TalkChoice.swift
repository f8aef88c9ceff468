/// The talks that a person may join: those announced on this network, then those joined before.
package struct TalkChoice: Hashable, Sendable {
    package struct Talk: Hashable, Sendable {
        /// The shortest address.
        package let address: String
        /// Where it was found, such as `on this network`.
        package let origin: String
    }

    /// The meaning of a typed line.
    package enum TypedChoice: Hashable, Sendable {
        case address(String)
        case left
        /// A sentence for the person.
        case invalid(String)
    }

    package let talks: [Talk]

    package init(found: [FoundTalk], recent: RecentTalks) {
        var talks: [Talk] = []
        func add(_ url: String, _ origin: String) {
            let address = RoomAddress.shortest(of: url)
            guard !talks.contains(where: { $0.address == address }) else { return }
            talks.append(Talk(address: address, origin: origin))
        }
        for talk in found { add(talk.url, "on this network" + (talk.announcement.needsToken ? ", needs a token" : "")) }
        for url in recent.urls { add(url, "joined before") }
        self.talks = talks
    }

    /// Reads a number of the list, from 1, or an address; an empty line leaves.
    package func select(_ line: String) -> TypedChoice {
        let word = line.filter { !$0.isWhitespace }
        guard !word.isEmpty, word != "q" else { return .left }
        guard word.allSatisfy({ $0.isASCII && $0.isNumber }) else { return .address(word) }
        guard let number = Int(word), talks.indices.contains(number - 1) else {
            return .invalid("expected a number from 1 to \(talks.count) or an address, got \(word)")
        }
        return .address(talks[number - 1].address)
    }
}
