/// A drawing with its description.
struct Chart: Hashable {
    /// A kind of line or area and its meaning.
    struct LegendEntry: Hashable {
        /// The class of its marks.
        let kind: String
        let name: String
    }

    let title: String
    /// A description for screen readers.
    let words: String
    /// Empty for a single line.
    var entries: [LegendEntry] = []
    let labels: ChartLabels
    let drawing: String

    /// The figure whole, with its caption and key.
    var markup: String {
        let keys = entries.map { entry in
            "<span class=\"key\"><i class=\"swatch \(entry.kind)\"></i>\(Markup.escaped(entry.name))</span>"
        }
        let key = keys.isEmpty ? "" : "<span class=\"keys\">\(keys.joined())</span>"
        let size = "viewBox=\"0 0 \(Mark.number(Frame.width)) \(Mark.number(Frame.height))\""
        return """
            <figure><figcaption><b>\(Markup.escaped(title))</b>\(key)</figcaption>
            \(labels.around("<svg \(size) role=\"img\" aria-label=\"\(Markup.escaped(words))\">\(drawing)</svg>"))</figure>

            """
    }
}
