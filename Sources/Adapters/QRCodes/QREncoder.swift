import CQRCode
package import TerminalView

/// Encodes texts as QR codes with libqrencode.
package enum QREncoder {
    /// The smallest code of `text` with the lowest error correction (level L): a screen has no dirt and no folds, and a
    /// small code can be drawn larger. Digits take less room than letters.
    ///
    /// - Returns: nil for an empty text, and for one that fits into no code (2,953 bytes).
    package static func code(of text: String) -> QRCode? {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        // The lowest bit of a module is its colour; the others say what it is for.
        let dark = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
        return QRCode(size: size, dark: dark)
    }
}
