/// A recording as a script: each member that acted becomes an actor with the same actions at the same times.
///
/// A recording has no refused requests, and no velocity of a release: that is computed from where the pager went.
package struct ScriptConversion: Sendable {
    /// The script, as a file.
    package let text: String
    package let script: Script
    /// The parts of the recording that the script does not have, in words.
    package let omissions: [String]

    /// The reason why a recording has no script.
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case nobodyActs
        /// The script would exceed a limit of scripts, with the reader's message.
        case beyondLimits(String)

        package var description: String {
            switch self {
            case .nobodyActs: "the recording has no action that a script can repeat"
            case .beyondLimits(let reason): "the recording exceeds a limit of scripts: \(reason); convert a shorter one"
            }
        }
    }

    /// - Parameters:
    ///   - file: the script's name, for messages.
    ///   - followers: the number of viewers beside the actors, for a load run; 0 makes a scene that can be replayed.
    package init(_ recording: Recording, file: String, followers: Int = 0) throws(Problem) {
        let scene = SceneDraft(recording)
        var actors = scene.actors.filter(\.acts)
        guard !actors.isEmpty || followers > 0 else { throw .nobodyActs }
        ScriptConversion.expectEnd(of: scene, in: &actors)
        var parts = actors.map { Script.Actor(name: $0.name, role: $0.role, steps: $0.steps, line: 0) }
        if followers > 0 {
            let taken = Set(parts.map(\.name))
            parts.append(ScriptConversion.crowd(of: followers, watching: recording, taken: taken))
        }
        let room = ScriptConversion.room(of: scene)
        let draft = Script(file: file, title: recording.header.title, room: room, seed: nil, actors: parts)
        omissions = scene.omissions.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        let origin = "Converted from a recording of the room \(ScriptConversion.harmless(recording.header.room))."
        text = ScriptText(draft, remarks: [origin] + omissions.map { "Not in it: \($0)." }).text
        do {
            script = try ScriptReader.read(text, file: file)
        } catch {
            throw .beyondLimits(error.errors.first?.message ?? error.description)
        }
    }

    private static func room(of scene: SceneDraft) -> Script.Room {
        let preset = scene.firstPreset
        guard scene.pages.hasLists, scene.pages.isListed(0) else {
            return Script.Room(preset: preset, source: .supplier(.numbers))
        }
        return Script.Room(preset: preset, source: .supplier(.listed(scene.pages.list(0))))
    }

    /// Lets the last actor expect the page of the recording's end.
    private static func expectEnd(of scene: SceneDraft, in actors: inout [ActorDraft]) {
        guard let replica = scene.view.replica, replica.isAtRest, replica.phase != .empty else { return }
        let inside = actors.indices.filter { actors[$0].presence == .inRoom }
        let gone = actors.indices.filter { actors[$0].steps.last?.action == .leave }
        let last = (inside.isEmpty ? gone : inside).max { actors[$0].clock < actors[$1].clock }
        guard let last else { return }
        actors[last].expectRest(on: replica.number(of: replica.settled))
    }

    private static let spreadMilliseconds: Int64 = 10_000

    private static func crowd(of users: Int, watching recording: Recording, taken: Set<String>) -> Script.Actor {
        var name = "follower"
        while taken.contains(name) { name += "s" }
        let wait = Wait(.time(milliseconds: max(1, recording.durationMilliseconds)))
        return Script.Actor(
            name: name, role: .viewer, population: .closed(users: users, spreadMilliseconds: spreadMilliseconds),
            steps: [Step(.wait(wait), line: 0)], line: 0)
    }

    /// A text for a comment line, without line breaks and marks.
    private static func harmless(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            (0x20..<0x7F).contains(scalar.value) || scalar.properties.isAlphabetic
        }
        return String(String(String.UnicodeScalarView(kept)).prefix(100))
    }
}
