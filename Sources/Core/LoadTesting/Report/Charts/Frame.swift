/// The field of a chart: turns values into places in it, and draws its grid.
struct Frame {
    /// The size of the field, without the labels around it; a page scales it.
    static let (width, height) = (464.0, 170.0)

    let across: Axis
    let up: Axis

    func x(_ value: Double) -> Double { across.place(of: value) * Frame.width }
    func y(_ value: Double) -> Double { Frame.height - up.place(of: value) * Frame.height }

    /// Lines across the field at the values of the axis up, and marks at those of the axis across.
    var grid: String {
        let lines = up.ticks.map { tick in Mark.line("grid", from: (0, y(tick)), to: (Frame.width, y(tick))) }
        let marks = across.ticks.map { tick in
            Mark.line("axis", from: (x(tick), Frame.height), to: (x(tick), Frame.height + 4))
        }
        return lines.joined() + Mark.line("axis", from: (0, Frame.height), to: (Frame.width, Frame.height))
            + marks.joined()
    }

    /// The words around the field. `title`: the unit of the axis across.
    func labels(across title: String, _ labelAcross: (Double) -> String, up unit: Unit) -> ChartLabels {
        ChartLabels(
            up: up.ticks.map { ChartLabels.Tick(percent: 100 - 100 * up.place(of: $0), text: unit.label($0)) },
            across: across.ticks.map { ChartLabels.Tick(percent: 100 * across.place(of: $0), text: labelAcross($0)) },
            titleUp: unit.title + (up.form == .logarithmic ? " (logarithmic)" : ""), titleAcross: title)
    }
}

/// The words around the field of a chart. They are text of the page and not of the drawing, so that the browser gives them
/// the room that they need in its own font.
struct ChartLabels: Hashable {
    struct Tick: Hashable {
        /// The place along the axis, from the top or from the left, in percent.
        let percent: Double
        let text: String

        /// Words at an end of the axis do not reach beyond it.
        fileprivate var markup: String {
            let end = percent < 5 ? " class=\"first\"" : percent > 95 ? " class=\"last\"" : ""
            return "<span\(end) style=\"--at:\(Mark.number(percent))%\">\(Markup.escaped(text))</span>"
        }
    }

    let up: [Tick]
    let across: [Tick]
    let titleUp: String
    let titleAcross: String

    /// The labels with `drawing`, the field, between them.
    func around(_ drawing: String) -> String {
        """
        <div class="canvas"><p class="over">\(Markup.escaped(titleUp))</p><p class="up">\(up.map(\.markup).joined())</p>\(drawing)\
        <p class="across">\(across.map(\.markup).joined())</p><p class="under">\(Markup.escaped(titleAcross))</p></div>
        """
    }
}
