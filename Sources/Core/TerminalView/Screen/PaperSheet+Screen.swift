import PagingContent
package import Paper

extension PaperSheet {
    /// The cells of a screen on paper.
    ///
    /// A theme with a ground of its own keeps it. Others have colours for the terminal of their reader: they get white paper, and
    /// inks of the terminal's palette as dark as reading needs.
    package init(_ screen: Screen, name: String, title: String?) {
        let colours = PaperColours(screen.theme)
        self.init(
            name: name, title: title, columns: screen.columns, rows: screen.rows, ground: colours.ground)
        for row in 0..<screen.rows { runs += PaperSheet.runs(in: row, of: screen, colours) }
    }

    /// The texts of a row: cells of one width that look the same are one run, without blanks at its ends.
    private static func runs(in row: Int, of screen: Screen, _ colours: PaperColours) -> [PaperRun] {
        var runs: [PaperRun] = []
        var column = 0
        while column < screen.columns {
            let start = column
            let first = screen[column: column, row: row]
            let look = colours.look(of: first.style)
            var characters: [Character] = []
            // The second half of a wide character is passed over with it.
            while column < screen.columns, case let cell = screen[column: column, row: row], cell.width == first.width,
                cell.style == first.style || colours.look(of: cell.style) == look
            {
                characters.append(cell.character)
                column += cell.width
            }
            let isBlankSeen = look.ground != nil || look.marks.contains(.underlined) || look.marks.contains(.struck)
            let lead = isBlankSeen ? 0 : characters.prefix { $0 == " " }.count
            let tail = isBlankSeen ? 0 : characters.reversed().prefix { $0 == " " }.count
            guard lead < characters.count else { continue }
            var run = PaperRun(
                column: start + lead, row: row, columns: column - start - lead - tail,
                text: String(characters[lead..<characters.count - tail]), ink: look.ink)
            (run.ground, run.marks, run.link) = (look.ground, look.marks, screen.links[look.link])
            runs.append(run)
        }
        return runs
    }
}

/// The colours of a theme on paper.
private struct PaperColours {
    /// The look of cells; those that are equal may be one run.
    struct InkLook: Equatable {
        var ink: PaperColour
        var ground: PaperColour?
        var marks: PaperRun.Marks
        var link: LinkNumber
    }

    private let theme: Theme
    let ground: PaperColour
    private let text: PaperColour

    init(_ theme: Theme) {
        self.theme = theme
        let ground = theme.ground.flatMap { PaperColour(own: $0) } ?? .white
        self.ground = ground
        text = theme[.text].map { PaperColour($0, on: ground) } ?? PaperColour.black.readable(on: ground)
    }

    func look(of style: Style) -> InkLook {
        let rendition = Rendition(of: style, theme: theme)
        var look = InkLook(ink: text, ground: nil, marks: [], link: rendition.link)
        if rendition.isSign {
            (look.ink, look.ground) = (.white, .black)
            return look
        }
        if let own = rendition.ground.flatMap({ PaperColour(own: $0) }), own != ground { look.ground = own }
        if let ink = rendition.ink { look.ink = PaperColour(ink, on: look.ground ?? ground) }
        let attributes = rendition.attributes
        if attributes.contains(.faint) { look.ink = look.ink.mixed(65, with: look.ground ?? ground) }
        if attributes.contains(.reversed) { (look.ink, look.ground) = (look.ground ?? ground, look.ink) }
        let marks: [(Style.Attributes, PaperRun.Marks)] = [
            (.bold, .bold), (.italic, .italic), (.underlined, .underlined), (.struck, .struck),
        ]
        for (attribute, mark) in marks where attributes.contains(attribute) { look.marks.insert(mark) }
        return look
    }
}

extension PaperColour {
    /// A colour that the theme gives exactly; nil for one that the owner of a terminal chooses.
    fileprivate init?(own colour: ThemeColour) {
        switch colour {
        case .rgb(let red, let green, let blue): self.init(red: red, green: green, blue: blue)
        case .terminal(0..<16): return nil
        case .terminal(let number): self.init(number: number)
        }
    }

    /// A colour as ink on paper. Those that the owner of a terminal chooses are made readable.
    fileprivate init(_ ink: ThemeColour, on ground: PaperColour) {
        if let own = PaperColour(own: ink) {
            self = own
        } else if case .terminal(let number) = ink {
            self = PaperColour(number: number).readable(on: ground)
        } else {
            self = .black
        }
    }

    /// A colour of xterm's palette.
    fileprivate init(number: UInt8) {
        switch number {
        case 0..<16: self.init(PaperColour.xterm[Int(number)])
        case 16..<232:
            let levels = ThemeColour.levels.map { UInt8($0) }
            let place = Int(number) - 16
            self.init(red: levels[place / 36], green: levels[place / 6 % 6], blue: levels[place % 6])
        default:
            let level = 8 + 10 * (number - 232)
            self.init(red: level, green: level, blue: level)
        }
    }

    private static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
}
