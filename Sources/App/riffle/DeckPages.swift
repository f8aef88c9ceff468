import ArgumentParser
import PagingContent
import PagingRoom
import PagingServer

/// The pages of a deck as a room gets them: with the colours of their code, the deck's theme, and their pictures.
struct DeckPages {
    let pages: [Page]
    /// The files of their pictures.
    let assets: [Asset]
    /// The paths of these files, also of those that are not there.
    let pictureFiles: Set<String>
    /// Pictures that are shown as their words.
    let pictureWarnings: [DeckPictures.PictureWarning]
    /// Nil where the theme is read, or none is named.
    let themeWarning: String?

    /// - Parameters:
    ///   - path: of the deck, from whose folder the paths of a theme file and of pictures count.
    ///   - highlighting: finds the colours; those of the built-in tables without it.
    ///   - mostPictureBytes: of each picture as it is sent.
    init(
        _ deck: Deck, path: String, highlighting: Highlighting? = nil,
        mostPictureBytes: Int = DeckPictures.standardBytes
    ) {
        let theme = DeckTheme(deck, path: path)
        let pictures = DeckPictures(deck, path: path, mostBytes: mostPictureBytes)
        let coloured = (highlighting ?? Highlighting(.builtin)).coloured(deck.pages)
        pages = zip(coloured, pictures.pictures).map { page, pictures in
            var page = page
            page.theme = theme.text
            page.pictures = pictures
            return page
        }
        assets = pictures.assets
        pictureFiles = pictures.paths
        pictureWarnings = pictures.warnings
        themeWarning = theme.warning
    }

    /// A sentence about pictures that are together more than a room keeps; nil where they fit.
    func sizeWarning(limit: Int = ServerSettings.standardAssetBytes) -> String? {
        let bytes = assets.reduce(0) { $0 + $1.bytesHeld }
        guard bytes > limit else { return nil }
        return
            "pictures: expected at most \(limit) bytes together as they travel, got \(bytes); the last ones are shown as "
            + "their words, unless the server has --max-asset-bytes \(bytes)"
    }

    /// Whether pages of a room that shows them lack their pictures, colours or theme: an own server reads a copy of the
    /// deck, beside which there are no files.
    ///
    /// - Parameter isNew: whether nothing was sent to this room yet. Only its pages near the current one are known, so one
    ///   with pictures anywhere else may lack them.
    func areRicher(than replica: Replica, isNew: Bool) -> Bool {
        let known = Set(replica.window.compactMap(\.item))
        if isNew, pages.indices.contains(where: { !known.contains($0) && !pages[$0].pictures.isEmpty }) { return true }
        return replica.window.contains { place in
            guard let item = place.item, pages.indices.contains(item) else { return false }
            let page = pages[item]
            return page.pictures != place.page.pictures || page.colours != place.page.colours
                || page.theme != place.page.theme
        }
    }

    /// Warnings about what the deck names, without places.
    var warnings: [String] { [themeWarning].compactMap(\.self) + pictureWarnings.map(\.text) }
}

/// The theme that a deck names.
struct DeckTheme {
    /// As pages carry it; nil where there is none.
    private(set) var text: String?
    /// Nil where the theme is read, or none is named.
    private(set) var warning: String?

    init(_ deck: Deck, path: String) {
        guard let name = deck.settings.theme, !name.isEmpty else { return }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        do {
            text = try ThemeFile.theme(named: name, relativeTo: folder).text
        } catch {
            warning = "theme: \((error as? ValidationError)?.message ?? "\(error)")"
        }
    }
}
