/// Single marks of a drawing in SVG. Colours come from the page's style by class.
enum Mark {
    typealias Point = (x: Double, y: Double)

    /// A coordinate; a tenth of a pixel is finer than any screen shows.
    static func number(_ value: Double) -> String {
        let text = Format.decimal(value, places: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func line(_ kind: String, from: Point, to: Point) -> String {
        "<line class=\"\(kind)\" x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" x2=\"\(number(to.x))\" "
            + "y2=\"\(number(to.y))\"/>"
    }

    static func text(_ kind: String, _ words: String, at place: Point) -> String {
        "<text class=\"\(kind)\" x=\"\(number(place.x))\" y=\"\(number(place.y))\">\(Markup.escaped(words))</text>"
    }

    static func path(_ kind: String, _ commands: String) -> String { "<path class=\"\(kind)\" d=\"\(commands)\"/>" }

    static func dot(_ kind: String, at place: Point) -> String {
        "<circle class=\"\(kind)\" cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"2.5\"/>"
    }

    static func box(_ kind: String, x: Double, y: Double, width: Double, height: Double, title: String = "") -> String {
        let start =
            "<rect class=\"\(kind)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
            + "height=\"\(number(height))\""
        return title.isEmpty ? start + "/>" : start + "><title>\(Markup.escaped(title))</title></rect>"
    }

    /// Lines through the places; a nil breaks them. A place without neighbours is a dot.
    static func lines(_ kind: String, through places: [Point?]) -> String {
        var commands = ""
        var dots = ""
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            let isFirst = index == 0 || places[index - 1] == nil
            let isLast = index == places.count - 1 || places[index + 1] == nil
            if isFirst && isLast {
                dots += dot(kind, at: place)
            } else {
                commands += "\(isFirst ? "M" : "L")\(number(place.x)) \(number(place.y))"
            }
        }
        return (commands.isEmpty ? "" : path(kind, commands)) + dots
    }
}
