import PagingContent

extension PageFrame {
    /// The frame with a document in little room: without large letters, and with lines of code cut instead of broken.
    func miniature(of document: Document?) -> PageFrame {
        var frame = self
        frame.document = document
        frame.document?.blocks.removeAll { $0 == .titlePage }
        frame.codeStart = 0
        return frame
    }
}
