import PagingEngine

/// Gives each page of a deck a name made from its title, so that the name stays when pages before it come or go.
struct PageNames {
    private var used: Set<String>
    /// The highest number put behind a name so far, so that ten thousand pages of one title stay quick.
    private var repeats: [String: Int] = [:]

    /// `taken` are names given before, which no page gets again.
    init(taken: [PageID] = []) {
        used = Set(taken.map(\.text))
    }

    /// A name no other page has: the title's slug, with `-2`, `-3` … when it occurs again; `page-N` without a title.
    mutating func name(title: String, number: Int) -> PageID {
        let slug = PageNames.slug(of: title)
        let wanted = slug.isEmpty ? "page-\(number)" : slug
        var name = wanted
        var count = repeats[wanted] ?? 1
        while used.contains(name) {
            count += 1
            name = "\(wanted)-\(count)"
        }
        repeats[wanted] = count
        used.insert(name)
        return PageID(name)
    }

    /// Letters of any script and ASCII digits in lower case, everything else as one `-`.
    static func slug(of title: String) -> String {
        var slug = ""
        var isDivided = false
        for character in title.lowercased() {
            guard character.isLetter || ("0"..."9").contains(character) else {
                isDivided = true
                continue
            }
            let piece = isDivided && !slug.isEmpty ? "-\(character)" : String(character)
            guard slug.utf8.count + piece.utf8.count <= DeckLimits.slugBytes else { break }
            slug += piece
            isDivided = false
        }
        return slug
    }
}
