import TerminalView
import Testing

@testable import Pictures

/// The parts of files besides their pixels: turned pictures, data about people and places, and colours of printers.
@Suite struct PictureMetadataTests {
    private let png = PictureSamples.png(width: 40, height: 30)
    private let jpeg = PictureSamples.jpeg(width: 40, height: 30)

    /// `parts` behind the first bytes of a file.
    private func with(_ parts: [UInt8], _ file: [UInt8], behind count: Int) -> [UInt8] {
        Array(file.prefix(count)) + parts + file.dropFirst(count)
    }

    private func exifSegment(_ orientation: UInt8, isLittle: Bool = true) -> [UInt8] {
        PictureSamples.segment(
            0xE1, Array("Exif\0\0".utf8) + PictureSamples.exif(orientation: orientation, isLittle: isLittle))
    }

    /// Behind the first chunk of a PNG.
    private let headEnd = 8 + 25

    @Test func nothingBesidesThePixelsTravels() throws {
        let secret =
            PictureSamples.segment(0xFE, Array("at 47N 8E".utf8))
            + PictureSamples.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0at 47N 8E".utf8))
            + PictureSamples.segment(0xED, Array("Photoshop 3.0\0at 47N 8E".utf8))
            + PictureSamples.segment(0xE2, Array("MPF\0at 47N 8E".utf8))
        let camera = with(exifSegment(1) + secret, jpeg, behind: 2) + Array("film at 47N 8E".utf8)
        #expect(try PreparedPicture(camera, mostBytes: 1 << 20).bytes == jpeg)
        let chunks =
            PictureSamples.pngChunk("tEXt", Array("Place\0at 47N 8E".utf8))
            + PictureSamples.pngChunk("eXIf", PictureSamples.exif(orientation: 1))
            + PictureSamples.pngChunk("prVt", Array("at 47N 8E".utf8))
        let drawn = with(chunks, png, behind: headEnd) + Array("at 47N 8E".utf8)
        #expect(try PreparedPicture(drawn, mostBytes: 1 << 20).bytes == png)
    }

    @Test func thePreviewOfAPictureThatWasCutDoesNotTravel() throws {
        let start = try #require(jpeg.firstRange(of: Array("JFIF\0".utf8))).lowerBound
        let preview: [UInt8] = [0xAB, 0xCD, 0xEF]
        let first = PictureSamples.segment(0xE0, Array(jpeg[start..<start + 12]) + [1, 1] + preview)
        let second = PictureSamples.segment(0xE0, Array("JFXX\0".utf8) + [0x13, 1, 1] + preview)
        let prepared = try PreparedPicture(with(first + second, jpeg, behind: 2), mostBytes: 1 << 20)
        #expect(prepared.bytes.firstRange(of: preview) == nil)
        #expect(prepared.bytes.firstRange(of: Array("JFXX".utf8)) == nil)
        #expect(try Pixels(prepared.bytes, limits: .viewer).width == 40)
    }

    @Test func whatColoursNeedStays() throws {
        let profile = PictureSamples.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9, 9])
        let photograph = with(profile, jpeg, behind: 20)
        #expect(try PreparedPicture(photograph, mostBytes: 1 << 20).bytes == photograph)
        let drawn = with(PictureSamples.pngChunk("gAMA", [0, 0, 0xB1, 0x8F]), png, behind: headEnd)
        #expect(try PreparedPicture(drawn, mostBytes: 1 << 20).bytes == drawn)
    }

    /// The upper corners of a sample are red and blue, the lower ones, too.
    @Test(arguments: [(2, 40, "br"), (3, 40, "br"), (4, 40, "rb"), (6, 30, "rr"), (8, 30, "bb")])
    func aCameraThatWasNotUprightIsTurned(orientation: Int, width: Int, corners: String) throws {
        for isLittle in [true, false] {
            let camera = with(exifSegment(UInt8(orientation), isLittle: isLittle), jpeg, behind: 2)
            let prepared = try PreparedPicture(camera, mostBytes: 1 << 20)
            #expect(prepared.width == width && prepared.height == 70 - width)
            let top = try #require(Pixels(prepared.bytes, limits: .viewer).letters.first)
            #expect([top.first, top.last] == [corners.first, corners.last])
        }
    }

    /// Each square of a picture of 3 by 2 goes where EXIF says that it is.
    @Test(arguments: [
        (1, ["rgb", "kwy"]), (2, ["bgr", "ywk"]), (3, ["ywk", "bgr"]), (4, ["kwy", "rgb"]), (5, ["rk", "gw", "by"]),
        (6, ["kr", "wg", "yb"]), (7, ["yb", "wg", "kr"]), (8, ["by", "gw", "rk"]),
    ])
    func allWaysToHoldACamera(orientation: Int, rows: [String]) throws {
        let exif = PictureSamples.pngChunk("eXIf", PictureSamples.exif(orientation: UInt8(orientation)))
        let drawn = with(exif, PictureSamples.png(letters: ["rgb", "kwy"]), behind: headEnd)
        let prepared = try PreparedPicture(drawn, mostBytes: 1 << 20)
        #expect(prepared.width == 8 * rows[0].count && prepared.height == 8 * rows.count)
        #expect(try Pixels(prepared.bytes, limits: .viewer).letters == rows)
    }

    @Test func brokenEXIFTurnsNothing() throws {
        let whole = PictureSamples.exif(orientation: 6)
        for count in 0..<whole.count {
            for place in [nil, count] as [Int?] {
                var exif = place == nil ? Array(whole.prefix(count)) : whole
                if let place { exif[place] = 0xFF }
                let segment = PictureSamples.segment(0xE1, Array("Exif\0\0".utf8) + exif)
                let prepared = try PreparedPicture(with(segment, jpeg, behind: 2), mostBytes: 1 << 20)
                #expect(prepared.width + prepared.height == 70)
            }
        }
        let none = PictureSamples.segment(0xE1, Array("Exif\0\0".utf8) + PictureSamples.exif(orientation: 9))
        #expect(try PreparedPicture(with(none, jpeg, behind: 2), mostBytes: 1 << 20).bytes == jpeg)
        // The type of the second entry: a number of 32 bits is no orientation.
        var long = whole
        long[24] = 4
        let other = PictureSamples.segment(0xE1, Array("Exif\0\0".utf8) + long)
        #expect(try PreparedPicture(with(other, jpeg, behind: 2), mostBytes: 1 << 20).bytes == jpeg)
    }

    @Test func aFileThatIsCutAnywhereIsNotPassedOn() {
        let small = (png: PictureSamples.png(width: 4, height: 3), jpeg: PictureSamples.jpeg(width: 4, height: 3))
        for (file, kind) in [(small.png, PictureKind.png), (small.jpeg, .jpeg)] {
            #expect(PictureMetadata(file, kind).plainFile == file)
            for count in 0..<file.count {
                #expect(PictureMetadata(Array(file.prefix(count)), kind).plainFile == nil, "\(kind) \(count)")
            }
        }
    }

    @Test func aJPEGWithRestartsStaysAsItIs() throws {
        let file = PictureSamples.restarts()
        let prepared = try PreparedPicture(file, mostBytes: 1 << 20)
        #expect(prepared.bytes == file)
        #expect(try Pixels(prepared.bytes, limits: .viewer).letters == ["wk"])
    }

    /// A JPEG may end early; its decoder makes the rest grey.
    @Test func aFileWithoutItsEndIsWrittenAgain() throws {
        let camera = with(exifSegment(1), Array(jpeg.dropLast(2)), behind: 2)
        let prepared = try PreparedPicture(camera, mostBytes: 1 << 20)
        #expect(prepared.width == 40 && prepared.bytes.firstRange(of: Array("47N".utf8)) == nil)
        #expect(throws: Never.self) { try Pixels(prepared.bytes, limits: .viewer) }
    }

    @Test(arguments: [
        // Adobe stores what is missing of an ink: no cyan and no black, all magenta and yellow.
        ([true, false, false, true], true, "r"), ([true, true, true, false], true, "k"),
        ([false, true, true, false], false, "r"), ([false, false, false, false], false, "w"),
        ([true, true, false, false], false, "b"),
    ])
    func fourInksBecomeColours(samples: [Bool], isOfAdobe: Bool, letter: Character) throws {
        let file = PictureSamples.inks(samples, isOfAdobe: isOfAdobe)
        let prepared = try PreparedPicture(file, mostBytes: 1 << 20)
        #expect(prepared.kind == .png && prepared.bytes != file, "not all programs show four inks")
        #expect(try Pixels(prepared.bytes, limits: .viewer).letters == [String(letter)])
        #expect(try Pixels(file, limits: .viewer).letters.first?.first == letter, "a stranger's")
    }
}
