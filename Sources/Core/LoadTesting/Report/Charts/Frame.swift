/// The field of a chart with its two axes: turns values into places and draws the grid and the axes.
struct Frame {
    /// The size a chart is drawn for; a page scales it.
    static let (width, height) = (560.0, 240.0)

    private static let (left, right, top, bottom) = (64.0, 528.0, 26.0, 196.0)

    let across: Axis
    let up: Axis

    var floor: Double { Frame.bottom }
    var fieldTop: Double { Frame.top }
    var fieldHeight: Double { Frame.bottom - Frame.top }

    func x(_ value: Double) -> Double { Frame.left + across.place(of: value) * (Frame.right - Frame.left) }
    func y(_ value: Double) -> Double { Frame.bottom - up.place(of: value) * (Frame.bottom - Frame.top) }

    /// Lines across the field with their values, and the values under it. `title`: the unit of the axis across.
    func drawing(across title: String, _ labelAcross: (Double) -> String, up unit: Unit) -> String {
        var svg = ""
        for tick in up.ticks {
            let height = y(tick)
            svg += Mark.line("grid", from: (Frame.left, height), to: (Frame.right, height))
            svg += Mark.text("tick end", unit.label(tick), at: (Frame.left - 8, height + 4))
        }
        svg += Mark.line("axis", from: (Frame.left, Frame.bottom), to: (Frame.right, Frame.bottom))
        for tick in across.ticks {
            svg += Mark.line("axis", from: (x(tick), Frame.bottom), to: (x(tick), Frame.bottom + 4))
            svg += Mark.text("tick middle", labelAcross(tick), at: (x(tick), Frame.bottom + 18))
        }
        let scale = up.form == .logarithmic ? " (logarithmic)" : ""
        svg += Mark.text("title", unit.title + scale, at: (8, 12))
        return svg + Mark.text("title end", title, at: (Frame.right, Frame.height - 6))
    }
}
