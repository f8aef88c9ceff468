import PagingContent
import Pictures
import TerminalView

/// Files of pictures from the network: each is drawn or refused, within the limits of a viewer. A presenter may send those that are drawn.
enum PictureEntry {
    /// Small, so that each round takes little time; what is read does not depend on it.
    private static let limits = PictureLimits(bytes: 1 << 20, pixels: 65_536)

    static func enter(_ bytes: [UInt8]) {
        let size = try? Pixels.size(of: bytes)
        guard let pixels = try? Pixels(bytes, limits: limits) else { return }
        precondition(pixels.width > 0 && pixels.height > 0, "a picture has pixels")
        precondition(pixels.width * pixels.height <= limits.pixels, "no more than the limit is decoded")
        precondition(size.map { $0.width == pixels.width && $0.height == pixels.height } ?? false, "the head tells")
        let pictures = AssetPictures(limits: limits) { _ in bytes }
        guard let name = AssetName(String(repeating: "0", count: 64)) else { return }
        for style in [PictureStyle.blocks, .letters] {
            precondition(pictures.cells(of: name, columns: 4, rows: 2, style: style) != nil, "what is decoded is drawn")
        }
        guard let prepared = try? PreparedPicture(bytes, mostBytes: 1 << 20) else { return }
        let again = try? Pixels(prepared.bytes, limits: .viewer)
        precondition(again?.width == prepared.width && again?.height == prepared.height, "what is prepared is read")
        guard let smaller = try? pixels.shrunk(toPixels: 64) else { return }
        precondition(smaller.width * smaller.height <= 64 || smaller.width == 1 || smaller.height == 1, "it is smaller")
    }
}
