import Markdown
import PagingContent
import PagingEngine

/// The parsed Markdown of pages. Windows on one room share it.
final class DocumentCache {
    /// Limit; more are never visible together. Beyond it the cache is cleared.
    private static let limit = 4_096

    private var known: [PageID: (page: Page, document: Document)] = [:]

    /// The documents of those `pages` that are written in Markdown.
    func documents(of pages: [Page]) -> [PageID: Document] {
        var documents: [PageID: Document] = [:]
        for page in pages where page.format == .markdown {
            if let old = known[page.id], old.page.body == page.body, old.page.colours == page.colours {
                documents[page.id] = old.document
            } else {
                if known.count >= DocumentCache.limit { known = [:] }
                let document = page.document
                known[page.id] = (page, document)
                documents[page.id] = document
            }
        }
        return documents
    }
}
