public import PagingContent

extension Page {
    /// How many lines of the page, all steps shown, a window of this size has no room for.
    ///
    /// The window is a terminal's: the status line and the frame of a page are taken off.
    public func hiddenLines(columns: Int, rows: Int) -> Int {
        let shown = body.split(separator: "\n", omittingEmptySubsequences: false).filter { !PauseLine.isPause($0) }
        // `PageFrame` keeps a border and a blank on either side and borders above and below.
        let lines = ColumnText.wrapped(shown.joined(separator: "\n"), columns: max(1, columns - 4))
        return max(0, lines.count - max(0, Scene.pageRows(columns: columns, rows: rows) - 2))
    }
}
