import PagingContent
import Testing

/// Files that pages refer to: their names, and the form in which they travel.
@Suite struct AssetTests {
    private static let digits = "0123456789abcdef"
    private static let name = String(repeating: digits, count: 4)

    @Test func aNameIsTheHashOfAFile() {
        #expect(AssetName(Self.name)?.text == Self.name)
        for other in [
            "", String(Self.name.dropLast()), Self.name + "0", Self.name.uppercased(), "g" + Self.name.dropLast(),
        ] {
            #expect(AssetName(other) == nil, "\(other)")
        }
    }

    private func asset(_ base64: String) throws -> Asset? {
        Asset(name: try #require(AssetName(Self.name)), kind: .png, base64: Array(base64.utf8))
    }

    @Test(arguments: [("QQ==", 1), ("QUI=", 2), ("QUJD", 3), ("+/+/QUI=", 5)])
    func bytesAreCounted(base64: String, bytes: Int) throws {
        #expect(try asset(base64)?.byteCount == bytes)
    }

    @Test(arguments: [
        "", "QQ", "QQ=", "Q===", "====", "=QQQ", "Q=Q=", "QQ==QQ==", "QU D", "QUJ\n", "QU-_", "QUJ\u{e9}",
    ])
    func otherTextIsNoFile(text: String) throws { #expect(try asset(text) == nil) }

    @Test func aFileHasALimit() throws {
        let longest = String(repeating: "A", count: Asset.mostCharacters)
        #expect(try asset(longest) != nil)
        #expect(try asset(longest + "AAAA") == nil)
    }
}
