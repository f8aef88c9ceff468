import FoundationEssentials
package import PagingContent
package import TerminalView

/// A way to show pixels that some terminals have.
package enum PixelProtocol: Hashable, Sendable {
    /// Kitty's graphics protocol.
    case kitty
    /// Files within the text, as iTerm2 began with.
    case iterm2
    case sixel

}

/// The commands with which terminals show pictures over cells.
package enum PixelCommands {
    /// Bytes of Base64 in one command of kitty's protocol.
    private static let chunkBytes = 4_096

    /// The number of an asset in a terminal.
    package static func number(of asset: AssetName) -> UInt32 {
        max(1, UInt32(asset.text.prefix(7), radix: 16) ?? 1)
    }

    /// The number of one place of an asset: it may stand in several.
    private static func place(of placement: PicturePlacement) -> Int {
        placement.row * Screen.bound + placement.column + 1
    }

    /// Gives a terminal the PNG of an asset, without showing it.
    package static func transmit(_ png: [UInt8], as asset: AssetName) -> [UInt8] {
        let text = Array(Data(png).base64EncodedData())
        var bytes: [UInt8] = []
        var place = 0
        repeat {
            let end = min(text.count, place + chunkBytes)
            let head = place == 0 ? "a=t,f=100,t=d,i=\(number(of: asset)),q=2," : ""
            bytes += Array("\u{1B}_G\(head)m=\(end < text.count ? 1 : 0);".utf8) + text[place..<end]
            bytes += Array("\u{1B}\\".utf8)
            place = end
        } while place < text.count
        return bytes
    }

    /// Shows an asset that the terminal has.
    package static func place(_ placement: PicturePlacement) -> [UInt8] {
        move(to: placement)
            + Array(
                "\u{1B}_Ga=p,i=\(number(of: placement.asset)),p=\(place(of: placement)),c=\(placement.columns),r=\(placement.rows),C=1,q=2\u{1B}\\"
                    .utf8)
    }

    /// Takes a picture from the screen; the terminal keeps its file.
    package static func remove(_ placement: PicturePlacement) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=i,i=\(number(of: placement.asset)),p=\(place(of: placement)),q=2\u{1B}\\".utf8)
    }

    /// Takes an asset from the screen and from the terminal's memory.
    package static func forget(_ asset: AssetName) -> [UInt8] {
        Array("\u{1B}_Ga=d,d=I,i=\(number(of: asset)),q=2\u{1B}\\".utf8)
    }

    /// A file within the text, over the cells of its placement.
    package static func inline(_ file: [UInt8], _ placement: PicturePlacement) -> [UInt8] {
        let head =
            "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(placement.columns);height=\(placement.rows);"
            + "preserveAspectRatio=0;doNotMoveCursor=1:"
        return move(to: placement) + Array(head.utf8) + Array(Data(file).base64EncodedData()) + [0x07]
    }

    /// Sixels over the cells of their placement.
    package static func sixels(_ commands: [UInt8], _ placement: PicturePlacement) -> [UInt8] {
        move(to: placement) + commands
    }

    private static func move(to placement: PicturePlacement) -> [UInt8] {
        Array("\u{1B}[\(placement.row + 1);\(placement.column + 1)H".utf8)
    }
}
