import PagingContent
import PagingWire

extension PagePicture {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        self.init(
            address: try fields.text("address", bytes: Limits.addressBytes, .line),
            asset: try fields.assetName("asset"),
            width: try fields.pixels("width"), height: try fields.pixels("height"))
    }

    func write(to writer: inout JSONWriter) {
        writer.field("address", address)
        writer.field("asset", asset.text)
        writer.field("width", width)
        writer.field("height", height)
    }
}

extension Asset {
    init(_ fields: borrowing FieldReader) throws(DecodeError) {
        let (name, kind) = (try fields.assetName("name"), try fields.word("kind", Kind.self))
        let data = try fields.string("data", bytes: .max).utf8
        guard data.count <= Asset.mostCharacters else {
            let reason = "expected at most \(Asset.mostBytes) bytes, got about \(data.count / 4 * 3)"
            throw DecodeError(code: .tooLarge, place: .field("data"), reason: reason)
        }
        guard let asset = Asset(name: name, kind: kind, base64: Array(data)) else {
            throw fields.error("data", "expected Base64 with padding, of one byte or more")
        }
        self = asset
    }

    func write(to writer: inout JSONWriter) {
        writer.field("name", name.text)
        writer.field("kind", kind)
        writer.field("data", unescaped: base64)
    }
}

extension FieldReader {
    /// Pictures of a page; none when the field is missing.
    func pictures() throws(DecodeError) -> [PagePicture] {
        guard has("pictures") else { return [] }
        return try list("pictures", limit: Page.mostPictures) { picture throws(DecodeError) in try PagePicture(picture)
        }
    }

    func assetName(_ name: StaticString) throws(DecodeError) -> AssetName {
        guard let asset = AssetName(try string(name, bytes: JSONLimits.wordBytes)) else {
            throw error(name, "expected the SHA-256 of a file, as 64 digits 0-9 a-f")
        }
        return asset
    }

    fileprivate func pixels(_ name: StaticString) throws(DecodeError) -> Int {
        Int(try integer(name, 1...Int64(Limits.picturePixels)))
    }
}
