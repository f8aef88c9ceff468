import Foundation
import Markdown
import PagingContent
import Pictures

/// The pictures that a deck names, prepared for members: files beside the deck, and never anything from a network.
struct DeckPictures {
    /// Bytes of one file by default: with them it fits a message that servers take by default.
    static let standardBytes = 700 << 10
    /// Bytes of one file at most: viewers draw no larger ones.
    static let mostBytes = Asset.mostBytes
    static let leastBytes = 1_024
    /// Longest address that travels with a page.
    private static let addressBytes = 2_048

    /// A picture that is shown as its words.
    struct PictureWarning: Equatable {
        /// As the page's text has it.
        let address: String
        /// The number of the page, from 1.
        let page: Int
        let reason: String

        var text: String { "picture `\(address)`: \(reason)" }
    }

    /// Of each page of the deck.
    private(set) var pictures: [[PagePicture]] = []
    /// The files, each once.
    private(set) var assets: [Asset] = []
    /// The paths of the files that the deck names below its folder, also of those that are not there.
    private(set) var paths: Set<String> = []
    /// One for each address and reason.
    private(set) var warnings: [PictureWarning] = []

    private let folder: URL
    private let mostBytes: Int
    private var known: [String: PagePicture?] = [:]

    /// - Parameters:
    ///   - path: of the deck, from whose folder addresses count.
    ///   - mostBytes: of each file as it is sent.
    init(_ deck: Deck, path: String, mostBytes: Int = standardBytes) {
        folder = URL(fileURLWithPath: path == "-" ? "./-" : path).deletingLastPathComponent()
        self.mostBytes = mostBytes
        for (place, page) in deck.pages.enumerated() {
            // Reading a page as Markdown takes far longer.
            let named = page.body.contains("![") ? Document(markdown: page.body).pictures.map(\.address) : []
            var found: [PagePicture] = []
            for address in named where !found.contains(where: { $0.address == address }) {
                if let picture = picture(address, page: place + 1) { found.append(picture) }
            }
            pictures.append(Array(found.prefix(Page.mostPictures)))
        }
    }

    private mutating func picture(_ address: String, page: Int) -> PagePicture? {
        if let known = known[address] { return known }
        var picture: PagePicture?
        do throws(PictureFailure) {
            let path = try path(of: address)
            if !address.hasPrefix(DiagramCache.scheme) { paths.insert(path) }
            let prepared = try PictureFiles.prepared(at: path, mostBytes: mostBytes)
            picture = try keep(prepared, address)
        } catch {
            warnings.append(PictureWarning(address: address, page: page, reason: error.reason))
        }
        known[address] = .some(picture)
        return picture
    }

    private mutating func keep(_ prepared: PreparedPicture, _ address: String) throws(PictureFailure) -> PagePicture {
        guard let asset = Asset(prepared.bytes, kind: prepared.kind == .png ? .png : .jpeg) else {
            throw PictureFailure(reason: "expected at most \(Asset.mostBytes) bytes, got \(prepared.bytes.count)")
        }
        if !assets.contains(where: { $0.name == asset.name }) { assets.append(asset) }
        return PagePicture(address: address, asset: asset.name, width: prepared.width, height: prepared.height)
    }

    /// The path of the file that an address names.
    private func path(of address: String) throws(PictureFailure) -> String {
        guard address.utf8.count <= DeckPictures.addressBytes else {
            throw PictureFailure(reason: "expected an address of at most \(DeckPictures.addressBytes) bytes")
        }
        // The picture of a diagram has an address that no file has.
        if let path = DiagramCache().path(of: address) { return path }
        guard !address.contains(":"), !address.hasPrefix("//") else {
            throw PictureFailure(reason: "expected a file beside the deck; nothing is fetched from elsewhere")
        }
        guard !address.hasPrefix("/"), !address.isEmpty else {
            throw PictureFailure(reason: "expected a path that begins in the deck's folder")
        }
        let path = folder.appendingPathComponent(address.removingPercentEncoding ?? address)
        // As for included files: a deck of somebody else shows nothing else of this machine to a room.
        let root = folder.resolvingSymlinksInPath().path
        let real = path.resolvingSymlinksInPath().path
        guard real == root || real.hasPrefix(root == "/" ? root : root + "/") else {
            throw PictureFailure(reason: "expected a file in the deck's folder or below, got one outside of it")
        }
        return path.path
    }
}

/// The reason why a file is not shown, as a part of a sentence.
struct PictureFailure: Error, Equatable {
    let reason: String
}
