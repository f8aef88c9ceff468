import PagingContent
import PagingEngine
import PagingRoom
import Testing

@testable import riffle

/// The files of a deck on their way to a room.
@Suite struct AssetUploadTests {
    private static func asset(_ number: UInt8, bytes: Int = 10) -> Asset {
        guard let asset = Asset(Array(repeating: number, count: bytes), kind: .png) else {
            preconditionFailure("expected a file")
        }
        return asset
    }

    private let files = (1...3).map { asset($0) }
    private var upload = AssetUpload()
    private var lastID: Int64 = 0
    private var now = Instant(milliseconds: 0)

    private mutating func step(limit: Int? = 1 << 20) -> (step: AssetUpload.UploadMessage?, note: String?) {
        var sent: AssetUpload.UploadMessage?
        let id = RequestID(lastID + 1)
        let note = upload.settle(limit: limit, at: now) {
            sent = $0
            return id
        }
        if sent != nil { lastID += 1 }
        return (sent, note)
    }

    private mutating func refuse(_ code: Refusal.Code) -> String? {
        var note: String?
        let isTaken = upload.refused(RequestID(lastID), Refusal(code, "why"), at: now, note: &note)
        #expect(isTaken)
        return note
    }

    @Test mutating func filesGoOneAtATimeAfterAQuestion() {
        upload.begin(files + files)
        #expect(step().step == .question(files[0].name))
        #expect(step().step == nil, "an answer is to come first")
        #expect(refuse(.unknownAsset) == nil)
        for file in files {
            #expect(step().step == .file(file), "each once")
            #expect(!upload.isDone)
            let isTaken = upload.accepted(RequestID(lastID))
            #expect(isTaken)
        }
        #expect(step().step == nil && upload.isDone)
        let isTakenAgain = upload.accepted(RequestID(lastID))
        #expect(!isTakenAgain)
    }

    @Test mutating func aFileThatTheServerHasIsNotSent() {
        upload.begin(files)
        _ = step()
        upload.found(RequestID(lastID), isWhole: true)
        #expect(step().step == .file(files[1]))
    }

    @Test mutating func otherBytesUnderTheNameAreReplaced() {
        upload.begin(files)
        _ = step()
        upload.found(RequestID(lastID + 7), isWhole: false)
        #expect(step().step == nil, "another answer")
        upload.found(RequestID(lastID), isWhole: false)
        #expect(step().step == .file(files[0]))
        _ = upload.accepted(RequestID(lastID))
        #expect(step().step == .file(files[1]))
    }

    @Test mutating func aServerWithoutFilesIsAskedOnce() {
        upload.begin(files)
        _ = step()
        #expect(refuse(.unknownType) == "this server keeps no pictures; the others see their texts")
        #expect(step().step == nil && upload.isDone)
    }

    @Test mutating func aFileThatIsTooLargeForAMessageIsNotSent() {
        upload.begin([Self.asset(9, bytes: 3_000), files[0]])
        let (step, note) = step(limit: 1_024)
        #expect(step == .question(files[0].name))
        #expect(note == "a picture takes 3000 bytes, this server accepts at most 384; its text is shown instead")
    }

    @Test mutating func theLargestFileOfAMessageIsSent() {
        upload.begin([Self.asset(9, bytes: 385), Self.asset(8, bytes: 384)])
        let (step, note) = step(limit: 1_024)
        #expect(step == .question(Self.asset(8, bytes: 384).name))
        #expect(note == "a picture takes 385 bytes, this server accepts at most 384; its text is shown instead")
    }

    @Test mutating func anotherDeckBeginsWithAQuestion() {
        upload.begin(files)
        _ = step()
        _ = refuse(.unknownAsset)
        upload.begin([files[1], files[2]])
        #expect(step().step == .question(files[1].name))
    }

    @Test mutating func aFileThatTheServerRefusesForItsSizeHoldsUpNoOther() {
        upload.begin(files)
        _ = step()
        _ = refuse(.unknownAsset)
        _ = step()
        #expect(refuse(.tooLarge) == "a picture: why")
        #expect(step().step == .file(files[1]))
        #expect(refuse(.forbidden) == "the pictures: why")
        #expect(upload.isDone)
    }

    @Test mutating func aRateIsKept() {
        upload.begin(files)
        _ = step()
        _ = refuse(.unknownAsset)
        _ = step()
        #expect(refuse(.rate) == nil)
        #expect(step().step == nil && upload.nextDeadline == Instant(milliseconds: 1_000))
        now = Instant(milliseconds: 1_000)
        #expect(step().step == .file(files[0]))
    }

    @Test mutating func whatALostConnectionHadIsSentAgain() {
        upload.begin(files)
        _ = step()
        _ = refuse(.unknownAsset)
        _ = step()
        upload.resume()
        #expect(step().step == .file(files[0]))
    }
}
