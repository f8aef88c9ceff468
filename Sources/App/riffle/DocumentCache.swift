import Markdown
import PagingContent
import PagingEngine

/// What pages written in Markdown say, each read once.
struct DocumentCache {
    /// More than are ever looked at together; beyond, those not in use are forgotten.
    private static let limit = 4_096

    private var known: [PageID: (body: String, document: Document)] = [:]

    /// The documents of `pages`; those drawn as they stand have none.
    mutating func documents(of pages: [Page]) -> [PageID: Document] {
        var documents: [PageID: Document] = [:]
        for page in pages where page.format == .markdown {
            if let old = known[page.id], old.body == page.body {
                documents[page.id] = old.document
            } else {
                if known.count >= DocumentCache.limit { known = [:] }
                let document = Document(markdown: page.body)
                known[page.id] = (page.body, document)
                documents[page.id] = document
            }
        }
        return documents
    }
}
