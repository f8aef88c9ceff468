/// A text in letters that are several rows high, for readers at the back of a hall.
struct LargeText: Hashable, Sendable {
    private let picture: PixelPicture
    /// The factor by which a pixel of a letter is larger than half a cell.
    let scale: Int

    /// Nil for a text with characters that have no large letter; those of addresses and of English titles have one.
    init?(_ text: String, scale: Int = 1) {
        let glyphs = text.map { $0 == " " ? LargeText.space : LargeText.glyphs[$0] }
        var columns: [[Bool]] = []
        for glyph in glyphs {
            guard let glyph else { return nil }
            if !columns.isEmpty { columns.append(LargeText.blank) }
            columns += glyph
        }
        guard !columns.isEmpty else { return nil }
        picture = PixelPicture(columns: columns.count, rows: LargeText.pixelRows) { columns[$0][$1] }
        self.scale = scale
    }

    var columns: Int { picture.cellColumns(scale: scale) }
    var rows: Int { picture.cellRows(scale: scale) }
    var lines: [String] { picture.lines(scale: scale) }

    /// Rows of pixels: five for capitals, and one below the line.
    private static let pixelRows = 6
    private static let blank = Array(repeating: false, count: pixelRows)
    private static let space = [blank, blank]

    /// The columns of pixels of each letter.
    private static let glyphs: [Character: [[Bool]]] = sheets.reduce(into: [:]) { glyphs, sheet in
        let lines = sheet.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let places = lines[0].indices.filter { lines[0][$0] != " " }
        for (number, start) in places.enumerated() {
            let end = number + 1 < places.count ? places[number + 1] : start + 6
            var columns = (start..<end).map { column in
                (1...pixelRows).map { $0 < lines.count && column < lines[$0].count && lines[$0][column] == "#" }
            }
            while columns.last == blank { columns.removeLast() }
            glyphs[lines[0][start]] = columns
        }
    }

    /// The letters below their characters.
    private static let sheets = [
        """
        0    1    2    3    4    5    6    7    8    9    .  :  -   _    /    [   ]
        ###   #   ###  ###  # #  ###  ###  ###  ###  ###                   #  ##  ##
        # #  ##     #    #  # #  #    #      #  # #  # #     #             #  #    #
        # #   #   ###   ##  ###  ###  ###    #  ###  ###        ##        #   #    #
        # #   #   #      #    #    #  # #    #  # #    #     #           #    #    #
        ###  ###  ###  ###    #  ###  ###    #  ###  ###  #              #    ##  ##
                                                                    ###
        """,
        """
        a    b    c    d    e    f    g    h    i  j   k    l   m
             #           #        ##       #    #   #  #    #
        ##   ##    ##   ##   #   #     ##  ##          # #  #   ## #
         ##  # #  #    # #  ###  ##   # #  # #  #   #  ##   #   # # #
        # #  # #  #    # #  #    #     ##  # #  #   #  # #  #   # # #
        ###  ##    ##   ##   ##  #      #  # #  #   #  # #   #  # # #
                                      ##           #
        """,
        """
        n    o    p    q    r    s    t    u    v    w      x    y    z
                                       #
        ##    #   ##    ##  # #   ##  ###  # #  # #  # # #  # #  # #  ###
        # #  # #  # #  # #  ##   #     #   # #  # #  # # #   #   # #   #
        # #  # #  ##    ##  #      #   #   # #  # #  # # #   #    ##  #
        # #   #   #      #  #    ##    ##   ##   #    # #   # #    #  ###
                  #      #                                       ##
        """,
        """
        A    B    C    D    E    F    G    H    I    J    K    L    M
         #   ##    ##  ##   ###  ###   ##  # #  ###    #  # #  #    #   #
        # #  # #  #    # #  #    #    #    # #   #     #  # #  #    ## ##
        ###  ##   #    # #  ##   ##   # #  ###   #     #  ##   #    # # #
        # #  # #  #    # #  #    #    # #  # #   #   # #  # #  #    #   #
        # #  ##    ##  ##   ###  #     ##  # #  ###   #   # #  ###  #   #

        """,
        """
        N     O     P    Q     R    S    T    U    V    W      X    Y    Z
        #  #   ##   ##    ##   ##    ##  ###  # #  # #  #   #  # #  # #  ###
        ## #  #  #  # #  #  #  # #  #     #   # #  # #  #   #  # #  # #    #
        # ##  #  #  ##   #  #  ##    #    #   # #  # #  # # #   #    #    #
        #  #  #  #  #    #  #  # #    #   #   # #  # #  ## ##  # #   #   #
        #  #   ##   #     ##   # #  ##    #   ###   #   #   #  # #   #   ###
                            #
        """,
        """
        !  ?    ,   '  +     (   )   &
        #  ##       #         #  #    #
        #    #      #   #    #    #  # #
        #   #          ###   #    #   #
                 #      #    #    #  # #
        #   #    #            #  #    ##
                #
        """,
    ]
}
