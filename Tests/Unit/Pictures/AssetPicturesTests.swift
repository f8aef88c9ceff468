import PagingContent
import TerminalView
import Testing

@testable import Pictures

/// Assets as cells and as files for terminals.
@Suite struct AssetPicturesTests {
    private static func name(_ digit: Character) throws -> AssetName {
        try #require(AssetName(String(repeating: digit, count: 64)))
    }

    @Test func blocksAreDrawnOnceAndLettersToo() throws {
        let asset = try Self.name("a")
        var reads = 0
        let pictures = AssetPictures { _ in
            reads += 1
            return PictureSamples.png(width: 40, height: 40)
        }
        let blocks = try #require(pictures.cells(of: asset, columns: 8, rows: 4, style: .blocks))
        #expect(blocks.columns == 8 && blocks.rows == 4)
        for _ in 0..<3 { #expect(pictures.cells(of: asset, columns: 8, rows: 4, style: .blocks) == blocks) }
        #expect(pictures.cells(of: asset, columns: 8, rows: 4, style: .letters) != blocks)
        #expect(pictures.cells(of: asset, columns: 8, rows: 4, style: .words) == nil)
        #expect(reads == 1, "decoded once")
    }

    @Test func bytesThatArriveLaterAreDrawnThen() throws {
        let asset = try Self.name("b")
        var file: [UInt8]?
        let pictures = AssetPictures { _ in file }
        let before = pictures.supply(.blocks)
        #expect(pictures.cells(of: asset, columns: 4, rows: 2, style: .blocks) == nil)
        file = PictureSamples.png(width: 20, height: 20)
        pictures.assetsChanged()
        #expect(pictures.supply(.blocks) != before && pictures.supply(.blocks) == pictures.supply(.blocks))
        #expect(pictures.cells(of: asset, columns: 4, rows: 2, style: .blocks) != nil)
    }

    @Test func whatIsNoPictureIsReadOnce() throws {
        let asset = try Self.name("c")
        var reads = 0
        let pictures = AssetPictures { _ in
            reads += 1
            return Array("no picture".utf8)
        }
        for _ in 0..<3 { #expect(pictures.cells(of: asset, columns: 4, rows: 2, style: .blocks) == nil) }
        #expect(pictures.file(of: asset, as: .original, columns: 4, rows: 2) == nil)
        #expect(reads == 1)
    }

    /// Of more cells than are kept, the older ones are drawn again.
    @Test func whatIsKeptIsBounded() throws {
        let (small, large) = (try Self.name("a"), try Self.name("b"))
        var reads = 0
        let pictures = AssetPictures { name in
            if name == small { reads += 1 }
            return PictureSamples.png(width: 20, height: 20)
        }
        func drawSmall() { #expect(pictures.cells(of: small, columns: 8, rows: 4, style: .blocks) != nil) }
        drawSmall()
        #expect(pictures.cells(of: large, columns: 8, rows: 4, style: .blocks) != nil)
        drawSmall()
        #expect(reads == 1, "its cells are kept")
        #expect(pictures.cells(of: large, columns: 1_000, rows: 400, style: .letters) != nil)
        drawSmall()
        #expect(reads == 2)
    }

    /// Of more bytes than are kept, too.
    @Test func filesForTerminalsAreBounded() throws {
        let first = try Self.name("a")
        let file = PictureSamples.png(width: 20, height: 20) + [UInt8](repeating: 0, count: 1_000_000)
        var reads = 0
        let pictures = AssetPictures { name in
            if name == first { reads += 1 }
            return file
        }
        func takeFirst() { #expect(pictures.file(of: first, as: .original, columns: 4, rows: 2) == file) }
        takeFirst()
        let readsOnce = reads
        takeFirst()
        #expect(reads == readsOnce, "it is kept")
        for number in 10...26 {
            let other = try #require(AssetName(String(repeating: "b", count: 62) + "\(number)"))
            #expect(pictures.file(of: other, as: .original, columns: 4, rows: 2) == file)
        }
        takeFirst()
        #expect(reads > readsOnce)
    }

    @Test func terminalsGetFiles() throws {
        let (png, jpeg) = (PictureSamples.png(width: 40, height: 30), PictureSamples.jpeg(width: 40, height: 30))
        let (one, two) = (try Self.name("d"), try Self.name("e"))
        let pictures = AssetPictures { $0 == one ? png : jpeg }
        #expect(pictures.file(of: one, as: .png, columns: 4, rows: 2) == png)
        #expect(pictures.file(of: two, as: .original, columns: 4, rows: 2) == jpeg)
        let encoded = try #require(pictures.file(of: two, as: .png, columns: 4, rows: 2))
        #expect(PictureKind(encoded) == .png)
        let sixels = try #require(
            pictures.file(of: one, as: .sixels(cellWidth: 8, cellHeight: 16), columns: 4, rows: 2))
        #expect(String(decoding: sixels, as: UTF8.self).hasPrefix("\u{1B}P0;1;0q\"1;1;32;"))
        #expect(sixels.suffix(2) == [0x1B, UInt8(ascii: "\\")])
    }

    @Test func kittyGetsItsFileInParts() throws {
        let asset = try Self.name("f")
        let bytes = PixelCommands.transmit([UInt8](repeating: 7, count: 4_000), as: asset)
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}\\")
        #expect(parts.count == 2)
        #expect(parts[0].hasPrefix("\u{1B}_Ga=t,f=100,t=d,i=268435455,q=2,m=1;") && parts[1].hasPrefix("\u{1B}_Gm=0;"))
        #expect(parts.allSatisfy { $0.utf8.count < 4_200 })
        let place = PixelCommands.place(PicturePlacement(asset: asset, column: 2, row: 3, columns: 20, rows: 10))
        #expect(
            String(decoding: place, as: UTF8.self)
                == "\u{1B}[4;3H\u{1B}_Ga=p,i=268435455,p=3003,c=20,r=10,C=1,q=2\u{1B}\\")
    }
}
