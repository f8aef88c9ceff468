package import PagingContent

/// The look of a cell besides its character: attributes, and the colours of its character and its background.
package struct Style: BitwiseCopyable, Hashable, Sendable {
    /// Colour of the character.
    package var ink: Ink
    /// Colour of the background.
    package var ground: Ink
    /// The link that the character belongs to.
    package var link = LinkNumber.none
    // The smallest part stands last, so that a cell has no gaps.
    package var attributes: Attributes

    package init(_ attributes: Attributes = [], ink: Ink = .none, ground: Ink = .none) {
        self.attributes = attributes
        self.ink = ink
        self.ground = ground
    }

    /// A small subset of SGR that every terminal supports or ignores.
    package struct Attributes: BitwiseCopyable, OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let faint = Attributes(rawValue: 2)
        package static let underlined = Attributes(rawValue: 4)
        /// Foreground and background change places.
        package static let reversed = Attributes(rawValue: 8)
        package static let italic = Attributes(rawValue: 16)
        package static let struck = Attributes(rawValue: 32)
    }

    package static let plain: Style = []
    package static let bold = Style(.bold)
    package static let faint = Style(.faint)
    package static let underlined = Style(.underlined)
    package static let reversed = Style(.reversed)
    package static let italic = Style(.italic)
    package static let struck = Style(.struck)
    /// White ink on black in any theme, for codes that a camera reads. It is no decoration, so it stays without colours.
    package static let whiteOnBlack = Style(ink: .signWhite, ground: .signBlack)

    /// The style of a role of the theme.
    package static func role(_ role: ThemeRole) -> Style { Style(ink: .role(role)) }

    /// Part of a cell's hash.
    var estimate: UInt32 {
        UInt32(attributes.rawValue) << 2 ^ ink.rawValue &* 0x9E37_79B1 ^ ground.rawValue &* 0x85EB_CA6B
    }
}

/// Styles combine as sets do: attributes add up, and the later of two colours counts.
extension Style: ExpressibleByArrayLiteral {
    package init(arrayLiteral styles: Style...) {
        self.init(Attributes(), ink: .none, ground: .none)
        for style in styles { formUnion(style) }
    }

    package func union(_ other: Style) -> Style {
        var style = Style(
            attributes.union(other.attributes), ink: other.ink == .none ? ink : other.ink,
            ground: other.ground == .none ? ground : other.ground)
        style.link = other.link == .none ? link : other.link
        return style
    }

    package mutating func formUnion(_ other: Style) { self = union(other) }

    /// Whether it has all attributes and colours of `other`.
    package func contains(_ other: Style) -> Bool { union(other) == self }
}

/// A colour as layouts know it: a role that the theme gives a colour, or a colour of a picture.
package struct Ink: BitwiseCopyable, RawRepresentable, Hashable, Sendable {
    /// The kind in the upper byte, and a role or red, green and blue below it.
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The colour of the text or the background around it.
    package static let none = Ink(rawValue: 0)
    static let signWhite = Ink(rawValue: 0x0300_0000)
    static let signBlack = Ink(rawValue: 0x0300_0001)

    package static func role(_ role: ThemeRole) -> Ink { Ink(rawValue: 0x0100_0000 | UInt32(role.rawValue)) }

    package static func colour(red: UInt8, green: UInt8, blue: UInt8) -> Ink {
        Ink(rawValue: 0x0200_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// The role of the theme; nil for other inks.
    package var role: ThemeRole? { rawValue >> 24 == 1 ? ThemeRole(rawValue: UInt8(rawValue & 0xFF)) : nil }

    /// The colour of a picture; nil for other inks.
    package var colour: (red: UInt8, green: UInt8, blue: UInt8)? {
        guard rawValue >> 24 == 2 else { return nil }
        return (UInt8(rawValue >> 16 & 0xFF), UInt8(rawValue >> 8 & 0xFF), UInt8(rawValue & 0xFF))
    }
}
