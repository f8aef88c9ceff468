import Foundation

private struct VectorFile<Row: Decodable>: Decodable {
    let rows: [Row]
}

private struct MissingVectors: Error {
    let name: String
}

/// The rows of a vector file beside these tests.
func vectors<Row: Decodable>(_ name: String, as row: Row.Type) throws -> [Row] {
    guard let url = Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "json") else {
        throw MissingVectors(name: name)
    }
    let rows = try JSONDecoder().decode(VectorFile<Row>.self, from: Data(contentsOf: url)).rows
    guard !rows.isEmpty else { throw MissingVectors(name: name) }
    return rows
}
