import PagingContent
import PagingRoom
import PagingWire
import Testing

@testable import JSONCodec

/// Files and pictures of pages as JSON.
@Suite struct AssetCodecTests {
    private static let name = String(repeating: "0a", count: 32)

    private func read(_ line: String, limits: Limits = Limits()) -> Result<ClientMessage, Malformed> {
        Result { () throws(Malformed) in try ClientMessageReader.read(ArraySlice(line.utf8), limits: limits) }
    }

    private func refusal(_ line: String, limits: Limits = Limits()) -> Refusal? {
        if case .failure(let malformed) = read(line, limits: limits) { malformed.refusal } else { nil }
    }

    private func asset(_ data: String, kind: String = "png", name: String = name) -> String {
        #"{"type":"asset","id":7,"name":"\#(name)","kind":"\#(kind)","data":"\#(data)"}"#
    }

    @Test func aFileMayBeAsLongAsNewPages() throws {
        let data = String(repeating: "A", count: 8_000)
        let name = try #require(AssetName(Self.name))
        let asset = try #require(Asset(name: name, kind: .png, base64: Array(data.utf8)))
        #expect(read(self.asset(data)) == .success(.asset(RequestID(7), asset)))
        #expect(refusal(self.asset(data), limits: Limits(contentBytes: 8_000))?.code == .tooLarge)
        let long = #"{"type":"getAsset","id":7,"name":"\#(Self.name)","x":"\#(data)"}"#
        #expect(refusal(long)?.code == .tooLarge, "other objects are as short as before")
    }

    @Test func aFileBeyondItsOwnLimitIsTooLarge() {
        let data = String(repeating: "A", count: Asset.mostCharacters + 4)
        let refusal = refusal(asset(data), limits: Limits(contentBytes: 8 << 20))
        #expect(refusal == Refusal(.tooLarge, "data: expected at most 1048576 bytes, got about 1048581"))
    }

    @Test func whatIsNoFileIsRefusedWithItsPlace() {
        #expect(refusal(asset("QQ")) == Refusal(.badRequest, "data: expected Base64 with padding, of one byte or more"))
        #expect(refusal(asset("")) == Refusal(.badRequest, "data: expected Base64 with padding, of one byte or more"))
        #expect(refusal(asset("QQ==", kind: "svg")) == Refusal(.badRequest, "kind: not one of png, jpeg"))
        let name = Refusal(.badRequest, "name: expected the SHA-256 of a file, as 64 digits 0-9 a-f")
        #expect(refusal(asset("QQ==", name: "0A")) == name)
        #expect(refusal(#"{"type":"getAsset","id":8,"name":"x"}"#) == name)
    }

    private func content(_ pictures: String) -> String {
        #"{"type":"content","id":3,"revision":0,"pages":[{"id":"a","title":"","pictures":[\#(pictures)]}]}"#
    }

    private func picture(width: Int = 640, height: Int = 480, address: String = "a.png") -> String {
        #"{"address":"\#(address)","asset":"\#(Self.name)","width":\#(width),"height":\#(height)}"#
    }

    @Test func pagesNameTheirPictures() throws {
        let picture = PagePicture(
            address: "a.png", asset: try #require(AssetName(Self.name)), width: 640, height: 480)
        guard case .success(.request(_, .content(_, let pages, _), _)) = read(content(self.picture())) else {
            Issue.record("expected pages")
            return
        }
        #expect(pages[0].pictures == [picture])
    }

    @Test func picturesHaveLimits() {
        let many = Array(repeating: picture(), count: 64).joined(separator: ",")
        let limits = Limits()
        #expect(refusal(content(many), limits: limits) == nil)
        #expect(
            refusal(content(many + "," + picture()), limits: limits)
                == Refusal(.badRequest, "pages[0].pictures: more than 64 entries"))
        for (width, height, field) in [(0, 1, "width"), (16_385, 1, "width"), (1, 0, "height"), (1, 16_385, "height")] {
            #expect(
                refusal(content(picture(width: width, height: height)))
                    == Refusal(.badRequest, "pages[0].pictures[0].\(field): out of range, 1 to 16384"))
        }
        #expect(refusal(content(picture(width: 16_384, height: 16_384))) == nil)
        #expect(refusal(content(picture(address: String(repeating: "x", count: 2_048)))) == nil)
        #expect(refusal(content(picture(address: String(repeating: "x", count: 2_049))))?.code == .badRequest)
    }

    /// A megabyte of pages with as many pictures as it holds.
    @Test func aContentFullOfPicturesIsRead() {
        let page = { (number: Int) in #"{"id":"\#(number)","title":"","pictures":[\#(picture(address: ""))]}"# }
        let pages = (0..<6_800).map(page).joined(separator: ",")
        let line = #"{"type":"content","id":3,"revision":0,"pages":[\#(pages)]}"#
        #expect(line.utf8.count > 1_000_000)
        #expect(refusal(line) == nil)
    }
}
