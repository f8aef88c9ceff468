import JSONCodec
import Markdown
import PagingContent
import PagingEngine
import PagingWire
import Platform

/// The encoded documents of pages, parsed once for all connections of all loops.
final class PageDocuments: Sendable {
    private struct Cache {
        private var documents: [String: [UInt8]] = [:]
        private(set) var bytes = 0

        func document(of body: String) -> [UInt8]? { documents[body] }

        mutating func keep(_ document: [UInt8], of body: String) {
            let size = body.utf8.count + document.count
            if bytes + size > PageDocuments.cacheBytes { self = Cache() }
            if documents.updateValue(document, forKey: body) == nil { bytes += size }
        }
    }

    /// Limit of a body with a document. A longer text is no slide, and a loop would parse it for too long.
    static let bodyBytes = 32 << 10
    /// Limit of all bodies and documents that are kept. Beyond it the cache is cleared.
    static let cacheBytes = 8 << 20

    private let cache = Locked(Cache())

    /// The bytes of all bodies and documents that are kept.
    var keptBytes: Int { cache.withLock { $0.bytes } }

    /// The document of a page in Markdown; nil for plain text, which needs none, and for a body that is too long.
    func document(of page: Page) -> [UInt8]? {
        guard page.format == .markdown, page.body.utf8.count <= Self.bodyBytes else { return nil }
        if let known = cache.withLock({ $0.document(of: page.body) }) { return known }
        let encoded = DocumentWriter.encode(page.document)
        cache.withLock { $0.keep(encoded, of: page.body) }
        return encoded
    }

    /// The frame of a message to a client, with documents where there are any.
    ///
    /// - Parameter documents: nil sends sources only.
    static func encode(_ message: ServerMessage, with documents: PageDocuments?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        ServerMessageWriter.encode(message, into: &bytes, documents: documents.map { $0.document })
        return bytes
    }
}
