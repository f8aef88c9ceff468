import Foundation
import TestSupport
import Testing

/// One concept, one word, and plain technical English (CONTRIBUTING.md, docs/glossary.md).
@Suite struct WordTests {
    /// This file, which lists the words that no other file may use.
    private static let path = "Tests/Tidy/WordTests.swift"

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
        "Happening": "SimEvent", "RoomBook": "RoomOracle", "Arrival": "JoinRequest", "Admission": "JoinGranted",
        "Reader": "Subscriber", "DeadlineQueue": "TimerQueue", "Schedule": "TimerQueue", "Shares": "DeliveryBatches",
        "Lines": "MessageBuilder", "Ticket": "ConnectionPermit", "Books": "Counters", "Approach": "ClientHandshake",
        "Barrier": "JoinDenial", "Motion": "Extrapolation", "Hand": "MouseDrag", "Letter": "LoopMessage",
        "Desk": "LocalViewState", "Attendance": "JoinRunner", "Follower": "RoomSession", "Seat": "ClientConnection",
        "CatchUps": "CatchUpCache", "RoomPlan": "RoomSpec", "Creation": "RoomCreationPolicy",
        "Delivery": "PendingPages", "Guarded": "Locked", "Monitor": "Locked", "Pen": "ANSIWriter",
        "Symptom": "Diagnosis", "Troubles": "FaultSchedule", "Chaos": "FaultSchedule", "Moments": "TimelineBuckets",
        "Tally": "LoadRecorder", "Dice": "SeedStream", "LoadDice": "SeedStream", "SeededRandom": "SeedStream",
        "Turn": "RoundRobin", "mayTell": "canPublish", "tellSafe": "publishCommitted",
        "secureQuietly": "markCommittedIfIdle", "mailHome": "sendToHome", "strays": "diverged",
        "noteRest": "recordSettledPicture", "manners": "backpressure", "distrusted": "certificateRejected",
        "rivalry": "conflicts",
    ]

    /// English words whose type was replaced and that stay in use, each with the one meaning it has now.
    static let keptWords = [
        "seat": "a connection of this node whose room gets another owner"
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
        for file in try SourceFile.all(in: folder) where file.path != Self.path {
            for (number, line) in file.lines.enumerated() {
                let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
                let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                for (old, new) in Self.replacedNames where words.contains(old) {
                    Issue.record("\(file.path):\(number + 1): expected \(new), got \(old)")
                }
            }
        }
    }

    @Test func theGlossaryGivesKeptWordsTheirMeaning() throws {
        let glossary = try String(contentsOf: Repository.file("docs/glossary.md"), encoding: .utf8)
        for (word, meaning) in Self.keptWords where !glossary.contains("| \(word) | \(meaning)") {
            Issue.record("docs/glossary.md: expected \(word) as \(meaning)")
        }
    }

    /// In comments a replaced name counts in backticks, where no English word stands.
    @Test(arguments: ["Sources", "Tests"])
    func replacedNamesDoNotReturnInComments(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.path != Self.path {
            for (number, comment) in file.comments {
                let quoted = comment.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element.prefix { $0 != "." && $0 != "(" }) }
                for (old, new) in Self.replacedNames where quoted.contains(old) {
                    Issue.record("\(file.path):\(number): expected \(new), got \(old)")
                }
            }
        }
    }

    /// Names of tests and suites, split at capitals, contain no replaced name of several words and no banned phrase.
    @Test func testNamesUsePlainWords() throws {
        var count = 0
        for file in try SourceFile.all(in: "Tests") where file.path != Self.path {
            for (number, name, _) in file.testNames {
                count += 1
                let words = name.wordsOfCamelCase
                for (old, new) in Self.namesInTests where words.containsWords(old) {
                    Issue.record("\(file.path):\(number): \(name): expected \(new), got \(old)")
                }
                for (phrase, plain) in Self.bannedPhrases where words.containsWords(phrase) {
                    Issue.record("\(file.path):\(number): \(name): expected \(plain), got \(phrase)")
                }
            }
        }
        #expect(count > 1_000, "the tests were found")
    }

    /// Replaced names that no plain sentence contains, as words of a test name.
    private static var namesInTests: [(String, String)] {
        replacedNames.map { ($0.key.wordsOfCamelCase, $0.value) }.filter { $0.0.contains(" ") }
            + [("shelf", "cache"), ("turnstile", "ConnectionLimiter"), ("mid flight", "during an animation")]
    }

    @Test func aNameIsSplitAtCapitals() {
        #expect("afterANewGrabInUTF8Text".wordsOfCamelCase == "after a new grab in utf8 text")
        let file = SourceFile(
            path: "Tests/Unit/X/Y.swift",
            lines: ["@Suite struct XTests {", "    @Test(arguments: [1])", "    func b(a: Int) {", "    func c() {"])
        #expect(file.testNames.map(\.name) == ["XTests", "b"])
    }

    @Test(arguments: ["Sources", "Tests"])
    func commentsUsePlainWords(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.path != Self.path {
            for (number, comment) in file.comments { Self.check(comment, at: "\(file.path):\(number)") }
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func stringsUsePlainWords(folder: String) throws {
        var count = 0
        for file in try SourceFile.all(in: folder) where file.path != Self.path {
            let literals = LiteralScanner(file.lines.joined(separator: "\n")).literals
            count += literals.count
            for (number, literal) in literals { Self.check(literal, at: "\(file.path):\(number)") }
        }
        #expect(count > 5_000, "the strings were found")
    }

    @Test func documentsUsePlainWords() throws {
        let documents = try Document.all()
        #expect(documents.count > 50, "the documents were found")
        for document in documents {
            for (number, paragraph) in document.paragraphs { Self.check(paragraph, at: "\(document.path):\(number)") }
        }
    }

    private static func check(_ text: String, at place: String) {
        let text = text.lowercased()
        for (phrase, plain) in bannedPhrases where text.containsWords(phrase) {
            Issue.record("\(place): expected \(plain), got \(phrase)")
        }
    }

    @Test(arguments: ["Sources", "Tests"])
    func docCommentsBeginWithANounOrAVerb(folder: String) throws {
        for file in try SourceFile.all(in: folder) where file.path != Self.path {
            for (number, line) in file.docCommentStarts {
                guard let word = line.split(separator: " ").first.map(String.init),
                    Self.bannedFirstWords.contains(word.trimmingCharacters(in: .punctuationCharacters))
                else { continue }
                Issue.record("\(file.path):\(number): expected a noun or a verb first, got \(word)")
            }
        }
    }

    @Test func stringsAndParagraphsAreFound() {
        let source = #####"""
            let a = "one \("two" + b(3)) three" // "four"
            let c = ##"five "# six \##(7)"##, d = """
                eight
                \(nine("ten")) any
                more
                """
            let e = /"/, f = "eleven"
            """#####
        let literals = LiteralScanner(source).literals
        #expect(literals.map(\.text) == ["two", "one three", "five \"# six", "ten", "eight any more", "/, f =", ""])
        #expect(literals.map(\.number) == [1, 1, 2, 4, 2, 7, 7])
        let document = Document(path: "a.md", text: "# One\n\nNobody reads any\n  more.\n")
        #expect(document.paragraphs.map(\.text) == ["# One", "Nobody reads any more."])
        #expect(document.paragraphs.map(\.number) == [1, 3])
    }

    @Test func aBannedTextWouldBeSeen() {
        let file = SourceFile(
            path: "Sources/Core/X/Y.swift", lines: ["/// What nobody reads any more.", "/// Second line.", "var a = 1"])
        #expect(file.docCommentStarts.map(\.text) == ["What nobody reads any more."])
        #expect(file.comments.map(\.text).contains { $0.containsWords("any more") })
        #expect(!"a renewed company".containsWords("anew"))
    }
}
