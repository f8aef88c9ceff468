/// A picture of a page: the address in its text, and the asset with its bytes.
package struct PagePicture: Hashable, Sendable {
    /// As written in the page's text.
    package var address: String
    package var asset: AssetName
    /// Pixels.
    package var width: Int
    package var height: Int

    package init(address: String, asset: AssetName, width: Int, height: Int) {
        self.address = address
        self.asset = asset
        self.width = width
        self.height = height
    }
}

/// The name of a file that pages refer to: the SHA-256 of its bytes, as 64 lower-case hexadecimal digits.
package struct AssetName: Hashable, Sendable {
    package let text: String

    /// Nil for any other text.
    package init?(_ text: String) {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard text.utf8.count == 64, text.utf8.allSatisfy(isDigit) else { return nil }
        self.text = text
    }
}
