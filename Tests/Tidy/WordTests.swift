import Foundation
import Testing

/// One concept, one word, and plain technical English (CONTRIBUTING.md, docs/glossary.md).
@Suite struct WordTests {
    /// Names that were replaced, with the word that stands for the concept now.
    static let replacedNames = [
        "Shelf": "DenseMap", "Seats": "SlotMap", "RoomMemory": "RoomPersistence", "Remembered": "PersistedState",
        "Arrivals": "AcceptQueue", "Crossings": "JoinLeaveQueue", "LoopMail": "LoopMessage",
        "LoopOrder": "LoopCommand", "Wakes": "TimerQueue", "Agenda": "TimerQueue", "Turnstile": "ConnectionLimiter",
        "Farewells": "LingeringCloses", "FrontDoor": "AccessPolicy", "DoorFiles": "CredentialFiles",
        "HandForecast": "DeadReckoning", "VelocityForecast": "VelocityPredictor", "HandMotion": "VelocityTracker",
        "HandPath": "DragTracker", "RollCall": "RenderAcks", "PageShelf": "PageCache", "LayoutShelf": "LayoutCache",
        "DocumentShelf": "DocumentCache", "MemberShell": "ClientLoop", "FollowedRoom": "RoomViewModel",
        "NewestOffset": "LatestOffset", "OffsetPace": "OffsetThrottle", "RoomStanding": "RoomStatus",
        "Handover": "OneShot", "Inquiry": "LoopReportRequest", "StoreLine": "LoopJournalWriter",
        "TimerFace": "TalkClock", "DeckOnShow": "WatchedDeck", "TurnedAway": "ConnectFailure",
        "CrewWord": "WorkerCommand", "WorkerWord": "WorkerEvent", "Sabotage": "FaultInjection",
        "Happening": "SimEvent", "RoomBook": "RoomOracle",
    ]

    /// Phrases that a reader whose second language is English has to read twice, with plain ones.
    static let bannedPhrases = [
        "any more": "no longer", "of its own accord": "by itself", "to be had": "available",
        "for who ": "for those who",
        "anew": "again", "a token is due": "a token is required", "an integer is due": "expected an integer",
        "what nobody understands": "unreadable", "whoever": "the one who, anyone who",
    ]

    /// First words that hide the subject of a doc comment.
    static let bannedFirstWords: Set = ["What", "Who", "Whom", "Whoever", "Whose", "Whatever"]

    @Test(arguments: ["Sources", "Tests"])
    func replacedNamesDoNotReturn(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.module != "Tidy" {
            for (number, line) in file.lines.enumerated() {
                let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
                let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                for (old, new) in Self.replacedNames where words.contains(old) {
                    Issue.record("\(file.path):\(number + 1): expected \(new), got \(old)")
                }
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func commentsUsePlainWords(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.module != "Tidy" {
            for (number, comment) in file.comments {
                let text = comment.lowercased()
                for (phrase, plain) in Self.bannedPhrases where text.containsWords(phrase) {
                    Issue.record("\(file.path):\(number): expected \(plain), got \(phrase)")
                }
            }
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func docCommentsBeginWithANounOrAVerb(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.module != "Tidy" {
            for (number, line) in file.docCommentStarts {
                guard let word = line.split(separator: " ").first.map(String.init),
                    Self.bannedFirstWords.contains(word.trimmingCharacters(in: .punctuationCharacters))
                else { continue }
                Issue.record("\(file.path):\(number): expected a noun or a verb first, got \(word)")
            }
        }
    }

    @Test func aBannedTextWouldBeSeen() {
        let file = SourceFile(
            path: "Sources/Core/X/Y.swift", lines: ["/// What nobody reads any more.", "/// Second line.", "var a = 1"])
        #expect(file.docCommentStarts.map(\.text) == ["What nobody reads any more."])
        #expect(file.comments.map(\.text).contains { $0.containsWords("any more") })
        #expect(!"a renewed company".containsWords("anew"))
    }
}

extension String {
    /// Whether `phrase` stands in the text with no letter before or after it.
    fileprivate func containsWords(_ phrase: String) -> Bool {
        var rest = self[...]
        while let range = rest.range(of: phrase) {
            let before = range.lowerBound == startIndex ? " " : self[index(before: range.lowerBound)]
            let after = range.upperBound == endIndex ? " " : self[range.upperBound]
            if !before.isLetter, !after.isLetter || phrase.hasSuffix(" ") { return true }
            rest = self[range.upperBound...]
        }
        return false
    }
}

extension SourceFile {
    /// Comments with their line numbers, from 1.
    var comments: [(number: Int, text: String)] {
        lines.enumerated().compactMap { index, line in
            guard let start = line.range(of: "// ") ?? line.range(of: "/// ") else { return nil }
            return (index + 1, String(line[start.upperBound...]))
        }
    }

    /// The first lines of doc comments.
    var docCommentStarts: [(number: Int, text: String)] {
        lines.indices.compactMap { index in
            let line = lines[index].drop { $0 == " " }
            guard line.hasPrefix("/// "), index == 0 || !lines[index - 1].drop(while: { $0 == " " }).hasPrefix("///")
            else { return nil }
            return (index + 1, String(line.dropFirst(4)))
        }
    }
}
