import PagingContent
import PagingRoom
import PagingWire
import Testing

@testable import PagingClient

/// Files of pages, asked for and given by a client.
@Suite struct ClientAssetTests {
    private func asset() throws -> Asset {
        let name = try #require(AssetName(String(repeating: "a", count: 64)))
        return try #require(Asset(name: name, kind: .png, base64: Array("AAAA".utf8)))
    }

    @Test func filesAreAskedForAndGivenInARoomOnly() throws {
        let asset = try asset()
        var client = ClientFixture()
        var effects: [ClientEffect] = []
        #expect(client.core.getAsset(asset.name, into: &effects) == nil)
        #expect(client.core.upload(asset, into: &effects) == nil)
        #expect(effects.isEmpty)
        client.enter()
        let wanted = try #require(client.core.getAsset(asset.name, into: &effects))
        let given = try #require(client.core.upload(asset, into: &effects))
        #expect(given > wanted)
        let sent = effects.compactMap { if case .send(let message) = $0 { message } else { nil } }
        #expect(sent == [.getAsset(wanted, asset.name), .asset(given, asset)])
        client.receive(.asset(wanted, asset), .answer(.accepted(given, Sequence(10), changed: false)))
        #expect(client.words == ["asset \(wanted.number)", "answered \(given.number)"])
    }
}
