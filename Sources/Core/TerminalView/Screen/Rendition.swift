package import PagingContent

/// A style as a terminal draws it: the attributes and colours of SGR (ECMA-48, §8.3.117).
package struct Rendition: Hashable, Sendable {
    package var attributes: Style.Attributes
    package var ink: ThemeColour?
    package var ground: ThemeColour?
    /// The link that opens where the character is clicked; no part of SGR.
    package var link = LinkNumber.none
    /// White on black in any theme.
    package var isSign = false

    package static let plain = Rendition()

    package init(_ attributes: Style.Attributes = [], ink: ThemeColour? = nil, ground: ThemeColour? = nil) {
        self.attributes = attributes
        self.ink = ink
        self.ground = ground
    }

    /// - Parameter theme: nil where colours are not wanted.
    package init(of style: Style, theme: Theme?) {
        attributes = style.attributes
        isSign = style.ink == .signWhite
        link = style.link
        // Where it has no colour, code within a line has nothing else that divides it from the text.
        if style.ink == .role(.code), theme?.own(.code) == nil { attributes.insert(.reversed) }
        guard let theme, !isSign else { return }
        ink = theme.colour(of: style.ink)
        // A theme's own quiet colour is quiet enough; a terminal would make it unreadable.
        let quiet = style.ink == .none ? ThemeRole.faint : style.ink.role
        if attributes.contains(.faint), let own = quiet.flatMap(theme.own) {
            attributes.remove(.faint)
            ink = own
        }
        ground = style.ground == .none ? theme.ground : theme.colour(of: style.ground)
    }

    /// The parameters of SGR that bring a terminal from any rendition to this one.
    var parameters: String {
        var codes = "0"
        if attributes.contains(.bold) { codes += ";1" }
        if attributes.contains(.faint) { codes += ";2" }
        if attributes.contains(.italic) { codes += ";3" }
        if attributes.contains(.underlined) { codes += ";4" }
        if attributes.contains(.reversed) { codes += ";7" }
        if attributes.contains(.struck) { codes += ";9" }
        if let ink { codes += ";" + Rendition.parameters(of: ink, from: 30) }
        if let ground { codes += ";" + Rendition.parameters(of: ground, from: 40) }
        if isSign { codes += ";" + Rendition.sign }
        return codes
    }

    /// The shorter parameters where only colours change, and none of them to the terminal's own; nil elsewhere.
    func parameters(after former: Rendition) -> String? {
        guard attributes == former.attributes, isSign == former.isSign, !isSign, self != former else { return nil }
        guard ink == former.ink || ink != nil, ground == former.ground || ground != nil else { return nil }
        // Other changes of a character's colour alone keep their form: most lines have few.
        guard former.ground != nil, ground != nil else { return nil }
        let inks = ink == former.ink ? nil : ink.map { Rendition.parameters(of: $0, from: 30) }
        let grounds = ground == former.ground ? nil : ground.map { Rendition.parameters(of: $0, from: 40) }
        return [inks, grounds].compactMap(\.self).joined(separator: ";")
    }

    /// The colours of 16, and for terminals that know more those of the cube, which themes leave as they are.
    static let sign = "97;40;38;5;231;48;5;16"

    private static func parameters(of colour: ThemeColour, from first: Int) -> String {
        switch colour {
        case .terminal(let number) where number >= 16: "\(first + 8);5;\(number)"
        case .terminal(let number): String(number < 8 ? first + Int(number) : first + 52 + Int(number))
        case .rgb(let red, let green, let blue): "\(first + 8);2;\(red);\(green);\(blue)"
        }
    }
}

extension Theme {
    fileprivate func colour(of ink: Ink) -> ThemeColour? {
        if let colour = ink.colour {
            let exact = ThemeColour.rgb(red: colour.red, green: colour.green, blue: colour.blue)
            return has256Colours ? exact.in256Colours : exact
        }
        return self[ink.role ?? .text]
    }
}
