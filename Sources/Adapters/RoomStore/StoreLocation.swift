/// Location of a store: the path of a SQLite file, or the URL of a PostgreSQL database.
package enum StoreLocation: Hashable, Sendable {
    case file(String)
    case database(PostgresAddress)

    package init(_ text: String) throws(RoomStoreError) {
        self = PostgresAddress.isURL(text) ? .database(try PostgresAddress(url: text)) : .file(text)
    }

    /// The location as messages show it: without a password.
    package var name: String {
        switch self {
        case .file(let path): path
        case .database(let address): address.name
        }
    }

    /// Limits for a store at this location.
    var limits: StoreLimits {
        switch self {
        case .file: .standard
        case .database: .database
        }
    }

    /// Opens the store for reading, whether a server uses it or not.
    package func reader() throws(RoomStoreError) -> any StoreReader {
        switch self {
        case .file(let path): try StoreFileReader(path: path)
        case .database(let address): try StoreDatabaseReader(address)
        }
    }

    /// Opens the store for writing, or creates it.
    func backend() throws(RoomStoreError) -> any StoreBackend {
        switch self {
        case .file(let path): try StoreFile(path: path)
        case .database(let address): try StoreDatabase(address)
        }
    }
}
