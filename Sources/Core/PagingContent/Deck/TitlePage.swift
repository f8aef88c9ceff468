/// The page that opens a deck: its title, and below it what else is known of the talk.
struct TitlePage {
    let title: String
    let body: String

    /// Nil without a title, or without a subtitle, an event or a date.
    init?(_ settings: DeckSettings) {
        guard let title = settings.title, !title.isEmpty,
            settings.subtitle != nil || settings.event != nil || settings.date != nil
        else { return nil }
        let occasion = [settings.event, settings.date].compactMap(\.self).joined(separator: ", ")
        let lines = [settings.subtitle.map { "**\($0)**" }, settings.author, occasion].compactMap(\.self)
            .filter { !$0.isEmpty }
        self.title = title
        body = (["<!-- title_page -->", "<!-- alignment: center -->"] + lines).joined(separator: "\n\n")
    }
}
