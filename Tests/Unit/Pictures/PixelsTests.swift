import PagingContent
import TerminalView
import Testing

@testable import Pictures

/// Reading and writing of files, and what becomes of broken ones.
@Suite struct PixelsTests {
    private let png = PictureSamples.png(width: 40, height: 30)
    private let jpeg = PictureSamples.jpeg(width: 40, height: 30)

    @Test func kindsAreFoundByTheirFirstBytes() {
        #expect(PictureKind(png) == .png && PictureKind(jpeg) == .jpeg)
        #expect(PictureKind(Array("<?xml version='1.0'?>\n<!-- a -->\n<svg xmlns='x'/>".utf8)) == .svg)
        #expect(PictureKind(Array("\u{FEFF}<svg/>".utf8)) == .svg)
        for other in ["", "GIF89a", "<html>", "text <svg", "\u{89}PNG"] {
            #expect(PictureKind(Array(other.utf8)) == nil)
        }
    }

    @Test func sizesAreReadFromTheHead() throws {
        for file in [png, jpeg] {
            let size = try Pixels.size(of: file)
            #expect(size.width == 40 && size.height == 30)
            let pixels = try Pixels(file, limits: .viewer)
            #expect(pixels.width == 40 && pixels.height == 30)
        }
    }

    @Test func limitsCountBeforeDecoding() {
        for file in [png, jpeg] {
            #expect(throws: PictureError.tooManyPixels(limit: 1_199)) {
                try Pixels(file, limits: PictureLimits(bytes: 1 << 20, pixels: 1_199))
            }
            #expect(throws: PictureError.tooManyBytes(file.count, limit: file.count - 1)) {
                try Pixels(file, limits: PictureLimits(bytes: file.count - 1, pixels: 4_000))
            }
            #expect(throws: Never.self) {
                try Pixels(file, limits: PictureLimits(bytes: file.count, pixels: 1_200))
            }
        }
        // A head that promises more than the file has: 65,535 pixels each way.
        #expect(throws: PictureError.tooManyPixels(limit: 4_000_000)) {
            try Pixels(PictureSamples.headOfHugePNG, limits: .viewer)
        }
        var large = jpeg
        let frame = large.firstRange(of: [0xFF, 0xC0])
        if let frame { large.replaceSubrange(frame.upperBound + 3..<frame.upperBound + 7, with: [255, 220, 255, 220]) }
        #expect(frame != nil)
        #expect(throws: PictureError.tooManyPixels(limit: 4_000_000)) { try Pixels(large, limits: .viewer) }
    }

    /// A progressive file with a scan repeated: each costs the time of a whole picture.
    @Test func aJPEGWithThousandsOfScansIsRefused() throws {
        let bomb = PictureSamples.scans(1_000)
        #expect(throws: PictureError.tooManyPixels(limit: 4_000_000)) { try Pixels(bomb, limits: .viewer) }
        #expect(try Pixels(PictureSamples.scans(5), limits: .viewer).width == 8)
    }

    @Test func aFileThatIsCutAnywhereIsRefusedOrRead() {
        for file in [png, jpeg] {
            for count in 0..<file.count {
                // A JPEG without its end is drawn as far as it goes; nothing crashes.
                let pixels = try? Pixels(Array(file.prefix(count)), limits: .viewer)
                if let pixels { #expect(pixels.width == 40 && pixels.height == 30) }
            }
            #expect((try? Pixels(Array(file.prefix(30)), limits: .viewer)) == nil)
        }
        #expect((try? Pixels(Array(png.prefix(png.count * 2 / 3)), limits: .viewer)) == nil, "a PNG has checksums")
    }

    @Test func aFileWithAChangedByteIsRefusedOrRead() {
        for file in [png, jpeg] {
            var read = 0
            for place in file.indices {
                for change: UInt8 in [0x01, 0x80, 0xFF] {
                    var changed = file
                    changed[place] ^= change
                    guard let pixels = try? Pixels(changed, limits: .viewer) else { continue }
                    read += 1
                    #expect(pixels.width * pixels.height <= PictureLimits.viewer.pixels)
                    _ = pixels.cells(columns: 3, rows: 2, hasColours: true)
                }
            }
            #expect(read > 0, "some bytes only change a colour")
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let pixels = try Pixels(png, limits: .viewer)
        let again = try Pixels(pixels.png(), limits: .viewer)
        let (first, second) = (
            pixels.cells(columns: 20, rows: 8, hasColours: true), again.cells(columns: 20, rows: 8, hasColours: true)
        )
        #expect(first.symbols == second.symbols && first.inks == second.inks && first.grounds == second.grounds)
        let small = try pixels.shrunk(toPixels: 300)
        #expect(small.width == 20 && small.height == 15)
        let lossy = try Pixels(pixels.jpeg(quality: 85), limits: .viewer)
        #expect(lossy.width == 40)
    }
}

/// A presenter's file as members get it.
@Suite struct PreparedPictureTests {
    @Test func aSmallFileStaysAsItIs() throws {
        for file in [PictureSamples.png(width: 40, height: 30), PictureSamples.jpeg(width: 40, height: 30)] {
            let prepared = try PreparedPicture(file, mostBytes: 1 << 20)
            #expect(prepared.bytes == file && prepared.width == 40 && prepared.height == 30)
        }
    }

    @Test func aLargeFileBecomesSmaller() throws {
        // 5 megapixels in one colour: a PNG of few bytes.
        let plain = try PreparedPicture(
            PictureSamples.png(width: 2_500, height: 1_700, isNoise: false), mostBytes: 1 << 20)
        #expect(plain.kind == .png && plain.width * plain.height <= PictureLimits.viewer.pixels)
        #expect(
            abs(plain.width * 17 - plain.height * 25) <= 25, "in its own proportions: \(plain.width)x\(plain.height)")
        let noise = try PreparedPicture(PictureSamples.png(width: 700, height: 500, isNoise: true), mostBytes: 100_000)
        #expect(noise.kind == .jpeg && noise.bytes.count <= 100_000 && noise.width > 100)
        #expect(try Pixels(noise.bytes, limits: .viewer).width == noise.width)
    }

    @Test func whatCannotBeUsedIsSaid() {
        #expect(throws: PictureError.unknownKind) { try PreparedPicture(Array("GIF89a".utf8), mostBytes: 1 << 20) }
        let png = PictureSamples.png(width: 40, height: 30)
        #expect(throws: PictureError.broken(.png)) {
            try PreparedPicture(Array(png.dropLast(png.count / 2)), mostBytes: 1 << 20)
        }
        #expect(throws: PictureError.self) { try PreparedPicture(png, mostBytes: 10) }
        #expect("\(PictureError.broken(.png))" == "expected a whole PNG, got a broken one")
    }
}
