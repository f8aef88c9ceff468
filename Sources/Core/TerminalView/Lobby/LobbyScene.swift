package import PagingRoom

/// The lobby of a room: title, address, QR code, the ways in, and the people who are here.
package struct LobbyScene: WindowScene {
    /// Columns of the text beside the QR code, at least.
    private static let leastText = 24
    private static let gap = 2
    /// Rows of the text without a code, at least.
    private static let leastRows = 5

    package var lobby: Lobby
    /// The names of the connected members.
    package var people: [String]
    /// Viewers that have no name here.
    package var viewers: Int
    /// A line over the last row, such as that the connection is lost.
    package var banner: String?
    package var status: StatusLine
    package var borders: Borders

    package init(
        lobby: Lobby, replica: Replica, banner: String? = nil, status: StatusLine, borders: Borders = .ascii
    ) {
        self.lobby = lobby
        people = replica.members.filter { !$0.isAway }.map {
            $0.role == .presenter ? "\($0.name) (presenter)" : $0.name
        }
        viewers = replica.viewers
        self.banner = banner
        self.status = status
        self.borders = borders
    }

    package func draw(columns: Int, rows: Int, layouts: inout LayoutCache) -> Screen {
        layouts.turn()
        var screen = Screen(columns: columns, rows: rows)
        if screen.rows > 1 { drawParts(on: &screen) }
        if let banner, screen.rows > 1 {
            screen.writeBanner(banner, row: screen.rows - 2, style: .bold, ellipsis: borders.ellipsis)
        }
        screen.writeStatus(status, borders: borders)
        return screen
    }

    /// The lobby covers the pages.
    package func pagesArea(columns: Int, rows: Int) -> ScreenArea {
        ScreenArea(column: 0, row: 0, columns: columns, rows: rows)
    }

    private func drawParts(on screen: inout Screen) {
        let size = (columns: screen.columns, rows: screen.rows - 1)
        let title = ColumnText.cut(lobby.title, columns: size.columns, ellipsis: borders.ellipsis)
        screen.write(title, column: (size.columns - ColumnText.width(title)) / 2, row: 0, style: .bold)
        let (heading, code) = layout(columns: size.columns, rows: size.rows - LobbyScene.headingRow)
        for (row, line) in heading.lines(columns: size.columns, borders).enumerated()
        where LobbyScene.headingRow + row < size.rows {
            let column = (size.columns - ColumnText.width(line)) / 2
            screen.write(line, column: column, row: LobbyScene.headingRow + row, style: .bold)
        }
        let top = LobbyScene.headingRow + heading.rows + 1
        guard top < size.rows else { return }
        drawBody(on: &screen, code, rows: top..<size.rows)
    }

    /// The title is above, with a blank row.
    private static let headingRow = 2

    /// The code, if there is one, and the text beside it, in the middle of the window.
    private func drawBody(on screen: inout Screen, _ code: ScaledCode?, rows: Range<Int>) {
        let beside = code.map { $0.columns + LobbyScene.gap } ?? 0
        let room = max(1, screen.columns - beside - (code == nil ? 2 : 1))
        var lines = textLines(columns: room, rows: rows.count)
        if code == nil, lobby.code != nil, let least = leastSize {
            let note = "no QR code: it needs a window of \(least.columns)x\(least.rows) or more"
            let block = ColumnText.wrapped(note, columns: room).map { (text: $0, style: Style.faint) }
            lines = Array(lines.prefix(max(0, rows.count - block.count))) + block
        }
        let width = lines.map { ColumnText.width($0.text) }.max() ?? 0
        let start = max(0, (screen.columns - beside - width) / 2)
        for (row, line) in (code?.lines ?? []).enumerated() {
            screen.write(line, column: start, row: rows.lowerBound + row, style: .whiteOnBlack)
        }
        // The text begins beside the code itself, not beside its margin.
        let indent = code != nil && lines.count + 2 < rows.count ? 1 : 0
        for (row, line) in lines.enumerated() {
            screen.write(line.text, column: start + beside, row: rows.lowerBound + indent + row, style: line.style)
        }
    }
}

extension LobbyScene {
    /// The address in letters of some size, in one line or divided before the room's name.
    private enum Heading {
        case large([LargeText])
        case plain(String)

        var rows: Int {
            switch self {
            case .large(let lines): lines.reduce(lines.count - 1) { $0 + $1.rows }
            case .plain: 1
            }
        }

        func lines(columns: Int, _ borders: Borders) -> [String] {
            switch self {
            case .large(let texts): Array(texts.map(\.lines).joined(separator: [""]))
            case .plain(let text): [ColumnText.cut(text, columns: columns, ellipsis: borders.ellipsis)]
            }
        }
    }

    /// A code at the size at which it is drawn.
    private struct ScaledCode {
        let picture: PixelPicture
        let scale: Int

        var columns: Int { picture.cellColumns(scale: scale) }
        var lines: [String] { picture.lines(scale: scale) }
    }

    /// The largest heading beside which the code still fits into so many rows; without a code the largest that leaves room.
    private func layout(columns: Int, rows: Int) -> (Heading, ScaledCode?) {
        let fitting = headings.filter { heading in
            guard case .large(let texts) = heading else { return true }
            return texts.allSatisfy { $0.columns <= columns }
        }
        for heading in fitting {
            let rest = rows - heading.rows - 1
            if let code = scaledCode(columns: columns, rows: rest) { return (heading, code) }
        }
        let heading = fitting.first { rows - $0.rows - 1 >= LobbyScene.leastRows }
        return (heading ?? .plain(lobby.address), nil)
    }

    /// All headings, the largest first.
    private var headings: [Heading] {
        let large = [2, 1].flatMap { scale in
            [[lobby.address], addressParts].compactMap { parts -> Heading? in
                let texts = parts.compactMap { LargeText($0, scale: scale) }
                return texts.count == parts.count ? .large(texts) : nil
            }
        }
        return large + [.plain(lobby.address)]
    }

    /// Host and room.
    private var addressParts: [String] {
        guard let slash = lobby.address.lastIndex(of: "/"), slash != lobby.address.startIndex else {
            return [lobby.address]
        }
        return [String(lobby.address[..<slash]), String(lobby.address[slash...])]
    }

    /// The code as large as fits beside the text; a small margin only where a larger one does not fit.
    private func scaledCode(columns: Int, rows: Int) -> ScaledCode? {
        guard let code = lobby.code else { return nil }
        let sizes = [(3, 4), (2, 4)] + QRCode.margins.map { (1, $0) }
        for (scale, margin) in sizes {
            let picture = code.picture(margin: margin)
            guard picture.cellRows(scale: scale) <= rows,
                picture.cellColumns(scale: scale) + LobbyScene.gap + LobbyScene.leastText <= columns
            else { continue }
            return ScaledCode(picture: picture, scale: scale)
        }
        return nil
    }

    /// The smallest window with the code.
    private var leastSize: (columns: Int, rows: Int)? {
        guard let code = lobby.code else { return nil }
        let side = code.leastColumns
        // The status below; the address in a row and a blank one above.
        return (side + LobbyScene.gap + LobbyScene.leastText, LobbyScene.headingRow + 2 + (side + 1) / 2 + 1)
    }

    // MARK: Text

    private func textLines(columns: Int, rows: Int) -> [(text: String, style: Style)] {
        var lines = lobby.ways.flatMap { ColumnText.wrapped($0, columns: columns) }.map { ($0, Style.plain) }
        if let note = lobby.note {
            lines += [("", .plain)] + ColumnText.wrapped(note, columns: columns).map { ($0, .faint) }
        }
        lines += [("", .plain), (countText, .bold)]
        let names = peopleLines(columns: columns, rows: rows - lines.count)
        return Array((lines + names.map { ($0, .plain) }).prefix(max(0, rows)))
    }

    private var countText: String {
        let count = people.count + viewers
        return count <= 1 ? "nobody else is here yet" : "\(count) people are here"
    }

    /// The names, and the number of those that do not fit.
    private func peopleLines(columns: Int, rows: Int) -> [String] {
        guard rows > 0, columns > 0 else { return [] }
        func lines(_ count: Int) -> [String] {
            let others = people.count - count + viewers
            let rest = others == 0 ? [] : [count == people.count ? viewerText : "\(others) more"]
            return ColumnText.wrapped((people.prefix(count) + rest).joined(separator: ", "), columns: columns)
        }
        // The largest number that fits; more names never take fewer rows.
        var (low, high) = (0, people.count)
        while low < high {
            let middle = (low + high + 1) / 2
            if lines(middle).count <= rows { low = middle } else { high = middle - 1 }
        }
        return Array(lines(low).prefix(rows))
    }

    private var viewerText: String { viewers == 1 ? "1 viewer" : "\(viewers) viewers" }
}
