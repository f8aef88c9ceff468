import ArgumentParser
import HTTPClient
import LoadTesting
import PagingContent
import PagingWire
import Scripting
import WebSocketLoop

/// Parameters of a worker's run, except its start time.
struct LoadOrder: Codable, Sendable {
    /// Path of the script.
    var script: String
    var overrides = LoadOverrides()
    /// Seed; if nil, that of the script, else 1.
    var seed: UInt64?
    /// URLs of the servers.
    var targets: [String]
    var sources: [String] = []
    var tokenFile: String?
    /// Name or path of a profile, in place of that of the script.
    var profile: String?
    /// Path of a PEM file with the trusted authorities.
    var authorities: String?
    /// Values for variables of the script.
    var variables: [String: String] = [:]
    var share = LoadShare()
    /// All that it needs of another machine; nil: it reads files itself.
    var bundle: FileBundle?
    /// The only hosts that requests of `before` may ask; nil: all. An agent sets it.
    var allowedHosts: [String]?
}

/// A script with the overrides of a run, and its plan.
struct LoadScene {
    let script: Script
    let decks: [String: [Page]]
    let plan: LoadPlan
    let seed: UInt64

    /// Whether users make HTTP requests before their connections.
    var makesRequests: Bool { script.actors.contains { !$0.before.isEmpty } }

    /// Connections of a user at one time at most: its own may open while the ones of its requests are closed.
    var connectionsPerUser: Int { makesRequests ? 2 : 1 }

    /// Connections at one time at most.
    func connectionsAtMost(of share: LoadShare = LoadShare()) -> Int {
        plan.usersAtMost(of: share) * connectionsPerUser
    }

    /// Notes on what is probably not meant: references that stand for themselves, data with fewer rows than users, users
    /// that would begin after the end, and a profile that nobody has tried.
    var notes: [String] {
        let profile = script.load.plain?.profile
        let trial = profile?.untested.map { "the profile \(profile?.title ?? "") is not tested: \($0)" }
        return script.load.warnings.map { "\(script.file):\($0.line): warning: \($0.text)" }
            + DataFeeds(script, plan: plan, seed: seed).shortages + [unstarted, trial].compactMap(\.self)
    }

    private var unstarted: String? {
        guard let end = plan.durationMilliseconds else { return nil }
        let count = plan.starts().count { $0.afterMicroseconds >= end * 1_000 }
        guard count > 0 else { return nil }
        return
            "\(count) of \(plan.users) users would begin after the end of the run at \(PlanText.time(end)), and do not take part"
    }
}

extension LoadOrder {
    /// The servers as one text, with the path of a script for any server.
    func targetText(_ scene: LoadScene) -> String { LoadTargets.shown(targets, path: scene.script.load.plain?.path) }

    /// Reads the script and its decks.
    ///
    /// - Throws: `FileError`, `ScriptError` when they do not parse, `LoadOverrides.Problem` when the
    ///   overrides do not fit the script.
    func scene() throws -> LoadScene {
        let file = try ScriptFile(path: script, variables: variables, hasDuration: overrides.hasDuration)
        let script = try ProfileFile.resolved(overrides.applied(to: file.script), profile: profile)
        let seed = seed ?? script.seed ?? 1
        return LoadScene(
            script: script, decks: file.decks, plan: try LoadPlan(script: script, seed: seed), seed: seed)
    }

    /// Where there is a file, libcurl reads it itself: it keeps what it has read for all users.
    private var httpAuthorities: HTTPClient.HTTPAuthorities {
        get throws {
            guard let authorities else { return .ofSystem }
            return bundle == nil ? .file(path: authorities) : .pem(try TextFile.bytes(of: authorities))
        }
    }

    /// The users of this worker, which begin at `start`.
    func work(_ scene: LoadScene, start: LoadTime) throws -> any LoadWork {
        let targets = try LoadTargets(urls: targets, sources: sources, isPlain: scene.script.load.plain != nil)
        let http = scene.makesRequests ? try LoadHTTP(targets, authorities: httpAuthorities, hosts: allowedHosts) : nil
        let authorities = try authorities.map { try TLSAuthorities(pem: TextFile.bytes(of: $0), path: $0) }
        guard let plain = scene.script.load.plain else {
            return try LoadShell(
                try roomMachine(scene, room: targets.room, start: start), speaking: RoomDialect(), to: targets,
                handshake: ClientHandshake(subprotocols: ["riffle.v1"]), authorities: authorities, http: http)
        }
        let machine = try PlainLoad(
            script: scene.script, share: share, seed: scene.seed, start: start, unixOffset: PlainDialect.unixOffset,
            content: .libraries)
        let headers = plain.headers.map { (name: $0.name, value: $0.value) }
        let handshake = ClientHandshake(subprotocols: plain.subprotocols, headers: headers)
        guard let profile = plain.profile else {
            return try LoadShell(
                machine, speaking: PlainDialect(), to: targets, handshake: handshake, authorities: authorities,
                http: http)
        }
        return try LoadShell(
            ProfileLoad(machine, profile: profile), speaking: PlainDialect(), to: targets, handshake: handshake,
            authorities: authorities, http: http)
    }

    /// The users of Riffle rooms, without sockets.
    func roomMachine(_ scene: LoadScene, room: String, start: LoadTime) throws -> RoomLoad {
        try RoomLoad(
            script: scene.script, decks: scene.decks, share: share, seed: scene.seed, room: room, start: start,
            token: try TextFile.token(in: tokenFile), content: .libraries)
    }
}
