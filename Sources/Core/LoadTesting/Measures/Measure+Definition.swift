extension Measure {
    /// The definition of a measure: the one source of `riffle help measures`, of the table in docs/load-testing.md and of
    /// the reports.
    package struct Definition: Hashable, Sendable {
        /// In a few words, for reports.
        package var summary: String
        /// Where a value begins and where it ends.
        package var from: String
        package var to: String
        /// The users that have values, and how many values there are.
        package var of: String
        package var count: String
        /// Where the naive value begins; nil when there is none, for the reason in `withoutNaive`.
        package var naiveFrom: String?
        package var withoutNaive: String?
    }

    package var definition: Definition {
        switch self {
        case .connect:
            Definition(
                summary: "intended start to open connection",
                from: "the due time of the start or of the attempt to reconnect",
                to: "the open WebSocket", of: "every user", count: "one per opened or unanswered connection",
                naiveFrom: "the attempt")
        case .join:
            Definition(
                summary: "intended start to the first whole state of the room",
                from: "the due time of the start or of the `join` step, over all failed attempts",
                to: "a state as new as the welcome", of: "every user of a room",
                count: "one per member, or unanswered join; a return to the same membership is `catchUp`",
                naiveFrom: "the last attempt")
        case .ack:
            Definition(
                summary: "intended moment of a request to its answer", from: "the due time of the step's request",
                to: "its answer, an ack or a reject", of: "the user that made the request",
                count: "one per answered or unanswered request; samples of a drag have no answer",
                naiveFrom: "the moment the request was made")
        case .deliver:
            Definition(
                summary: "intended moment of a request to each receipt of its event",
                from: "the due time of the step that caused the event: the last event of the request, named by its ack",
                to: "the receipt of the event by a member", of: "every member that was in the room, the requester too",
                count:
                    "one per request and member; none for samples of a drag, events without a request and events that "
                    + "a member skipped or caught up with", naiveFrom: "the moment the request was made")
        case .transit:
            Definition(
                summary: "server's time stamp to receipt",
                from: "the server's time stamp in the message, whole milliseconds",
                to: "the receipt by a member, on an estimate of the server's clock",
                of: "every member that was in the room",
                count: "one per animation event, sample of a drag or other offset, and member",
                withoutNaive: "nothing the generator does comes into it")
        case .spread:
            Definition(
                summary: "first to last member that received one event",
                from: "the receipt of an event by the first member",
                to: "its receipt by the last member", of: "all members of a room that were there, of all workers",
                count: "one per event with two receivers", withoutNaive: "nothing the generator does comes into it")
        case .catchUp:
            Definition(
                summary: "intended moment of a reconnect to a state as new as the room's",
                from: "the due time of the first attempt to reconnect, after the client's back-off",
                to: "a state as new as the welcome", of: "every user that lost its connection",
                count: "one per return, or unanswered one", naiveFrom: "the last attempt")
        case .skew:
            Definition(
                summary: "largest distance between two members' windows at one moment",
                from: "the lowest window of a room", to: "the highest window of the room at the same moment",
                of: "all members of a room, of all workers; up to 1,000 to 2,000 of each",
                count: "one per room and quarter of a second, in pages", withoutNaive: "it is not a time")
        case .lag:
            Definition(
                summary: "how late the generator itself acted", from: "the due time of a step or of a start",
                to: "the moment the generator came to it", of: "every user", count: "one per step that a time begins",
                withoutNaive: "it is the difference of the two")
        case .reply:
            Definition(
                summary: "intended moment of a message to its reply",
                from: "the due time of the message before `reply`",
                to: "the matching reply", of: "users of a plain endpoint",
                count: "one per matched reply, or request without one",
                naiveFrom: "the moment the message was sent")
        case .http:
            Definition(
                summary: "intended moment of an HTTP request to its whole answer",
                from: "the due time of the step `http`",
                to: "the whole answer, whatever its status", of: "users with steps of `before`",
                count: "one per answered request; none for requests without an answer (`httpErrors`)",
                naiveFrom: "the moment the request was made")
        case .push:
            Definition(
                summary: "time a push carries to its arrival", from: "the time in the push, by the target's `push`",
                to: "its receipt by a user", of: "users of a plain endpoint", count: "one per push and user",
                withoutNaive: "nothing the generator does comes into it")
        }
    }

    /// The definition of the measure in one paragraph, for help pages.
    package var paragraph: String {
        let definition = definition
        let naive =
            definition.naiveFrom.map { "Naive value from \($0)." }
            ?? "No naive value: \(definition.withoutNaive ?? "")."
        return "Begins: \(definition.from). Ends: \(definition.to). Of \(definition.of): \(definition.count). \(naive)"
    }

    /// The table of all measures for the documentation.
    package static var markdown: String {
        let head = ["Measure", "From", "To", "Of whom", "How many", "Naive value from"]
        let rows = allCases.map { measure in
            let definition = measure.definition
            return [
                "`\(measure.rawValue)`", definition.from, definition.to, definition.of, definition.count,
                definition.naiveFrom ?? "none: \(definition.withoutNaive ?? "")",
            ]
        }
        return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
            .joined(separator: "\n")
    }
}
