import PagingContent

/// The pictures of a page and the room that they have.
struct PictureRoom: Hashable {
    /// Pixels that a column and a row of a picture in its own size have.
    private static let cellPixels = (width: 8, height: 16)
    /// Rows of a picture beside a longer text, as a share of the page.
    private static let leastShare = 3

    let supply: PictureSupply
    let pictures: [String: PagePicture]
    /// Rows of the page.
    let rows: Int
    /// Rows that a picture takes at most.
    private(set) var most: Int

    /// Nil where pictures are words.
    init?(_ page: Page, _ supply: PictureSupply?, rows: Int) {
        guard let supply, supply.hasPictures, !page.pictures.isEmpty, rows > 0 else { return nil }
        self.supply = supply
        // Of two with one address the first counts.
        pictures = Dictionary(page.pictures.map { ($0.address, $0) }) { first, _ in first }
        self.rows = rows
        most = rows
    }

    func limited(to rows: Int) -> PictureRoom {
        var room = self
        room.most = max(1, min(rows, self.rows))
        return room
    }

    /// Rows for each of `count` pictures below each other beside `lines` of text, so that all of it fits on the page, if possible.
    func share(of count: Int, beside lines: Int) -> Int {
        guard count > 0 else { return rows }
        return max(rows / PictureRoom.leastShare, (rows - lines) / count)
    }

    /// The cells of a picture in a place of so many columns, with its own proportions: a cell is twice as high as it is wide.
    ///
    /// - Parameter isAlone: whether it is the only thing on its page, and may be larger than it is.
    func size(_ picture: PagePicture, _ wishes: PictureAttributes, columns: Int, isAlone: Bool) -> (
        columns: Int, rows: Int
    ) {
        let (width, height) = (max(1, picture.width), max(1, picture.height))
        var wanted = columns
        if let percent = wishes.widthPercent {
            wanted = max(1, columns * percent / 100)
        } else if !isAlone, !wishes.isFull {
            wanted = min(columns, (width + PictureRoom.cellPixels.width - 1) / PictureRoom.cellPixels.width)
        }
        let most = isAlone || wishes.isFull ? rows : self.most
        let needed = max(1, (wanted * height + width) / (2 * width))
        guard needed > most else { return (wanted, needed) }
        return (min(wanted, max(1, (2 * most * width + height / 2) / height)), most)
    }
}
