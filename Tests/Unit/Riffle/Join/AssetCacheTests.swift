import PagingClient
import PagingContent
import PagingEngine
import PagingRoom
import PagingWire
import Testing

@testable import riffle

/// The files of a room's pages at a client.
@Suite struct AssetCacheTests {
    private struct Question: Equatable {
        let name: AssetName
        let id: RequestID
    }

    /// A client that asks a server which the test plays.
    private final class Scene {
        let cache: AssetCache
        private var lastID: Int64 = 0
        var milliseconds: Int64 = 0

        init(byteLimit: Int = AssetCache.standardBytes) { cache = AssetCache(byteLimit: byteLimit) }

        var now: Instant { Instant(milliseconds: milliseconds) }

        /// The file that is asked for now, and the request.
        func ask() -> Question? {
            var asked: Question?
            cache.ask(at: now) { name in
                lastID += 1
                asked = Question(name: name, id: RequestID(lastID))
                return RequestID(lastID)
            }
            return asked
        }

        func take(_ effect: ClientEffect) -> AssetCache.FileNews { cache.take(effect, at: now) }

        /// Answers with files until nothing is asked for; returns those asked for.
        func serve(_ assets: [Asset]) -> [AssetName] {
            var names: [AssetName] = []
            while let asked = ask() {
                names.append(asked.name)
                guard let asset = assets.first(where: { $0.name == asked.name }) else { break }
                _ = take(.asset(asked.id, asset))
            }
            return names
        }

        func refuse(_ id: RequestID, _ code: Refusal.Code = .unknownAsset) -> AssetCache.FileNews {
            take(.answered(id, .refused(id, Refusal(code, "no"), Sequence(0))))
        }
    }

    private static func asset(_ number: UInt8, bytes: Int = 10) -> Asset {
        guard let asset = Asset(Array(repeating: number, count: bytes), kind: .png) else {
            preconditionFailure("expected a file")
        }
        return asset
    }

    private let files = (1...4).map { asset($0) }
    private var names: [AssetName] { files.map(\.name) }

    @Test func theNearestFileIsAskedForFirstAndOneAtATime() throws {
        let scene = Scene()
        #expect(scene.ask() == nil)
        scene.cache.need(names)
        let first = try #require(scene.ask())
        #expect(first.name == names[0])
        #expect(scene.ask() == nil, "an answer is to come first")
        #expect(scene.take(.asset(first.id, files[0])) == .arrival)
        #expect(scene.cache.data(for: names[0]) == Array(repeating: 1, count: 10))
        #expect(scene.serve(files) == Array(names.dropFirst()))
        #expect(scene.cache.nextDeadline == nil)
    }

    @Test func aFileThatIsNotThereYetIsAskedForAgain() throws {
        let scene = Scene()
        scene.cache.need([names[0]])
        for pause in [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] as [Int64] {
            let asked = try #require(scene.ask())
            #expect(scene.refuse(asked.id) == .refusal)
            #expect(scene.ask() == nil)
            #expect(scene.cache.nextDeadline == Instant(milliseconds: scene.milliseconds + pause))
            scene.milliseconds += pause
        }
        scene.cache.need([names[1]])
        scene.cache.need([names[0]])
        #expect(scene.ask()?.name == names[0], "its page has come near again")
    }

    @Test func aFileThatIsNotThereHoldsUpNoOther() throws {
        let scene = Scene()
        scene.cache.need(names)
        let asked = try #require(scene.ask())
        _ = scene.refuse(asked.id)
        #expect(scene.serve(files) == Array(names.dropFirst()))
    }

    @Test func filesStayOverReconnectsAndLostRequestsAreSentAgain() throws {
        let scene = Scene()
        scene.cache.need(names)
        let first = try #require(scene.ask())
        _ = scene.take(.asset(first.id, files[0]))
        _ = try #require(scene.ask())
        _ = scene.take(.replaced)
        #expect(scene.serve(files) == Array(names.dropFirst()))
        #expect(scene.cache.data(for: names[0]) != nil)
    }

    @Test func otherBytesThanTheNamePromisesAreNotKept() throws {
        let scene = Scene()
        scene.cache.need([names[0]])
        let asked = try #require(scene.ask())
        let forged = try #require(Asset(name: names[0], kind: .png, base64: files[1].base64))
        #expect(scene.take(.asset(asked.id, forged)) == .refusal)
        #expect(scene.cache.data(for: names[0]) == nil)
        #expect(scene.ask() == nil, "not before its page comes near again")
    }

    @Test func farFilesGoFirst() {
        let scene = Scene(byteLimit: 25)
        scene.cache.need([names[3]])
        #expect(scene.serve(files) == [names[3]])
        scene.cache.need(Array(names.prefix(3)))
        #expect(scene.serve(files) == Array(names.prefix(3)), "each once, though not all fit")
        #expect(names.filter(scene.cache.contains) == Array(names.prefix(2)))
        #expect(scene.cache.byteCount == 20)
    }

    @Test func aServerWithoutFilesIsAskedOnce() throws {
        let scene = Scene()
        scene.cache.need(names)
        let asked = try #require(scene.ask())
        _ = scene.refuse(asked.id, .unknownType)
        scene.milliseconds += 100_000
        #expect(scene.ask() == nil && scene.cache.nextDeadline == nil)
    }

    @Test func aRefusalOfSomethingElseIsNotTaken() {
        let scene = Scene()
        scene.cache.need(names)
        _ = scene.ask()
        #expect(scene.refuse(RequestID(99)) == .other)
    }
}
