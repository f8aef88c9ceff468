import PagingEngine

/// Gives each page of a deck a name made from its title.
///
/// The name therefore does not change when pages are added or removed before it.
struct PageNames {
    private var used: Set<String>
    /// The highest number added to each name so far, so that naming ten thousand pages with one title is fast.
    private var repeats: [String: Int] = [:]

    /// Reserves the names in `taken`, which were given before; no page gets them again.
    init(taken: [PageID] = []) {
        used = Set(taken.map(\.text))
    }

    /// Returns a name no other page has: the title's slug, or `page-N` if the slug is empty.
    ///
    /// A name that occurs again gets `-2`, `-3` and so on.
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

    /// Keeps letters of any script, in lower case, and ASCII digits; other characters between them become one `-`.
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
