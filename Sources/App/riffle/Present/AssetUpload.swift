import PagingContent
import PagingEngine
import PagingRoom
import PagingWire

/// Gives a room the files of a deck, one at a time: the next one after the answer.
///
/// It begins with a question for the first file: a server that keeps no files would take each one for a mistake, and end
/// the connection after ten.
struct AssetUpload {
    /// A message for the server.
    enum UploadMessage: Equatable {
        case question(AssetName)
        case file(Asset)
    }

    /// The time before a file is sent again that the server refused for its rate.
    private static let pauseMilliseconds: Int64 = 1_000
    /// Bytes of a message besides the file.
    static let spareBytes = 512

    private var waiting: [Asset] = []
    private var pending: (id: RequestID, step: UploadMessage)?
    private var isQuestioned = false
    private var sendAt: Instant?

    /// Whether all files were answered.
    var isDone: Bool { waiting.isEmpty }

    /// When `settle` has something to do besides answers.
    var nextDeadline: Instant? { pending == nil && !waiting.isEmpty ? sendAt : nil }

    /// Begins again, with all files.
    mutating func begin(_ assets: [Asset]) {
        var seen: Set<AssetName> = []
        waiting = assets.filter { seen.insert($0.name).inserted }
        (pending, sendAt, isQuestioned) = (nil, nil, false)
    }

    /// Goes on over another connection: what was sent over the last one may not have arrived.
    mutating func resume() { (pending, sendAt) = (nil, nil) }

    /// Sends the next message; returns a sentence about files that are too large.
    mutating func settle(limit: Int?, at now: Instant, _ send: (UploadMessage) -> RequestID?) -> String? {
        guard pending == nil, sendAt.map({ $0 <= now }) ?? true else { return nil }
        sendAt = nil
        var note: String?
        while let next = waiting.first, let limit, next.base64.count + AssetUpload.spareBytes > limit {
            let most = max(0, limit - AssetUpload.spareBytes) / 4 * 3
            note =
                "a picture takes \(next.byteCount) bytes, this server accepts at most \(most); its text is shown instead"
            waiting.removeFirst()
        }
        guard let next = waiting.first else { return note }
        let step = isQuestioned ? UploadMessage.file(next) : .question(next.name)
        pending = send(step).map { ($0, step) }
        return note
    }

    /// Takes the answer to a request; false when it is not one of these.
    mutating func accepted(_ id: RequestID) -> Bool {
        guard id == pending?.id else { return false }
        pending = nil
        isQuestioned = true
        waiting.removeFirst()
        return true
    }

    /// Takes the file that the server has under the name it was asked for. Other bytes under that name are replaced.
    mutating func found(_ id: RequestID, isWhole: @autoclosure () -> Bool) {
        guard id == pending?.id else { return }
        if isWhole() { _ = accepted(id) } else { (pending, isQuestioned) = (nil, true) }
    }

    /// Takes a refusal; false when it is not one of these requests. `note` gets a sentence for the presenter.
    mutating func refused(_ id: RequestID, _ refusal: Refusal, at now: Instant, note: inout String?) -> Bool {
        guard let (_, step) = pending, id == pending?.id else { return false }
        pending = nil
        switch (refusal.code, step) {
        case (.unknownAsset, .question): isQuestioned = true
        case (.rate, _): sendAt = now.advanced(byMilliseconds: AssetUpload.pauseMilliseconds)
        case (.unknownType, _):
            waiting = []
            note = "this server keeps no pictures; the others see their texts"
        case (.tooLarge, .file):
            waiting.removeFirst()
            note = "a picture: \(refusal.reason)"
        default:
            waiting = []
            note = "the pictures: \(refusal.reason)"
        }
        return true
    }
}
