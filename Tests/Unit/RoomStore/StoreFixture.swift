import RoomStore
import TestPeers

/// An empty store of one kind for one test.
final class StoreFixture {
    private let place: StorePlace
    /// The store's location, as `RoomStore` takes it.
    var path: String { place.path }

    init(_ kind: StoreKind) throws {
        place = try StorePlace(kind)
    }

    /// Opens the store, gives it to `body` and closes it.
    func open<Result>(
        limits: StoreLimits? = nil, recorder: StoreEventRecorder = StoreEventRecorder(),
        _ body: (RoomStore) throws -> Result
    ) throws -> Result {
        let store = try RoomStore(path: path, limits: limits) { recorder.record($0) }
        let result = try body(store)
        try store.close()
        return result
    }

    /// Rooms that a restart finds.
    func reload() throws -> [StoredRoom] {
        try open { try $0.load() }
    }

    func reader() throws -> any StoreReader { try StoreLocation(path).reader() }
}
