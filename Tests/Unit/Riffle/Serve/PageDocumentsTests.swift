import PagingContent
import PagingEngine
import Testing

@testable import riffle

/// Documents of pages for browsers, made once for each body.
@Suite struct PageDocumentsTests {
    private static func page(_ body: String, id: String = "a", _ format: PageFormat = .markdown) -> Page {
        Page(id: PageID(id), title: "", body: body, format: format)
    }

    private static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test func aBodyHasItsDocument() {
        let documents = PageDocuments()
        #expect(Self.text(documents.document(of: Self.page("*b*"))) == #"["(paragraph","(emphasis","=b",")",")"]"#)
        #expect(Self.text(documents.document(of: Self.page("c"))) == #"["(paragraph","=c",")"]"#)
        #expect(documents.document(of: Self.page("*b*", .plain)) == nil)
    }

    @Test func equalBodiesAreKeptOnce() {
        let documents = PageDocuments()
        let first = documents.document(of: Self.page("b"))
        let kept = documents.keptBytes
        #expect(kept > 0 && documents.document(of: Self.page("b", id: "other")) == first && documents.keptBytes == kept)
    }

    /// A presenter who replaces large pages again and again neither fills the memory nor holds up a loop.
    @Test func bodiesAndMemoryAreBounded() {
        let documents = PageDocuments()
        #expect(documents.document(of: Self.page(String(repeating: "x", count: PageDocuments.bodyBytes))) != nil)
        #expect(documents.document(of: Self.page(String(repeating: "x", count: PageDocuments.bodyBytes + 1))) == nil)
        for number in 0..<200 {
            let body = "\(number)" + String(repeating: "x", count: PageDocuments.bodyBytes - 3)
            #expect(documents.document(of: Self.page(body)) != nil)
            #expect(documents.keptBytes <= PageDocuments.cacheBytes)
        }
        #expect(documents.keptBytes > PageDocuments.bodyBytes)
    }
}
