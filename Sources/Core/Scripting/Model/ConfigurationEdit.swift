package import PagingEngine

/// A change of the pager's rules: a preset, or the rules in force, with other values for some fields. The fields are
/// those of `Configuration`; nil leaves a field unchanged.
package struct ConfigurationEdit: Hashable, Sendable {
    /// The set of values to start from; nil starts from the rules in force.
    package var preset: Preset?
    package var windowSlots: Int?
    package var release: Configuration.Release?
    package var settle: Configuration.Settle?
    package var recentring: Configuration.Recentring?
    package var wrap: PageOrder.Wrap?
    package var loopMinimum: Int?
    package var hasStrip: Bool?
    package var maximumStep: Int64?
    package var grabWhileSettling: Configuration.GrabWhileSettling?
    package var edge: Configuration.Edge?
    package var axis: Configuration.Axis?
    package var dragSlop: Distance?
    package var flingVelocity: Velocity?
    package var itemThousandths: Int64?
    package var spacingPoints: Int64?
    package var leaseMilliseconds: Int64?

    package init(preset: Preset? = nil) {
        self.preset = preset
    }

    /// The rules after the edit.
    func applied(to configuration: Configuration) -> Configuration {
        var edited = preset.map { Configuration($0) } ?? configuration
        for rule in ConfigurationRule.all { rule.apply(self, &edited) }
        return edited
    }

    /// The edit that turns the old rules into the new ones; nil when they are the same.
    init?(from old: Configuration, to new: Configuration) {
        guard old != new else { return nil }
        let isOther = old.preset != new.preset
        let base = isOther ? Configuration(new.preset) : old
        self.init(preset: isOther ? new.preset : nil)
        for rule in ConfigurationRule.all { rule.compare(base, new, &self) }
    }
}

/// A rule of the pager that a script can change: its field in the script, in the edit and in the configuration.
struct ConfigurationRule: Sendable {
    let field: Field<ConfigurationEdit>
    let apply: @Sendable (ConfigurationEdit, inout Configuration) -> Void
    let compare: @Sendable (_ old: Configuration, _ new: Configuration, inout ConfigurationEdit) -> Void

    private init<Value: Equatable & Sendable>(
        _ key: String, _ edit: any WritableKeyPath<ConfigurationEdit, Value?> & Sendable,
        _ rule: any WritableKeyPath<Configuration, Value> & Sendable, _ kind: ValueKind<Value>, _ text: String
    ) {
        field = Field(key, edit, kind, text)
        apply = { change, configuration in
            if let value = change[keyPath: edit] { configuration[keyPath: rule] = value }
        }
        compare = { old, new, change in
            let isSame = old[keyPath: rule] == new[keyPath: rule]
            change[keyPath: edit] = isSame ? nil : new[keyPath: rule]
        }
    }

    /// Any number fits a field; the room refuses those that make no sense.
    static let all = [
        ConfigurationRule("slots", \.windowSlots, \.windowSlots, .integer(), "Pages in the window, an odd number."),
        ConfigurationRule("release", \.release, \.release, .releaseRule, "Where a released drag goes."),
        ConfigurationRule("settle", \.settle, \.settle, .settleRule, "How the pager settles."),
        ConfigurationRule(
            "recentring", \.recentring, \.recentring, .word("recentring"), "When the window follows the pager."),
        ConfigurationRule("wrap", \.wrap, \.wrap, .word("wrap"), "How the list of pages ends."),
        ConfigurationRule("loopMinimum", \.loopMinimum, \.loopMinimum, .integer(), "Pages a loop requires."),
        ConfigurationRule("strip", \.hasStrip, \.hasStrip, .flag, "Whether there are tabs."),
        ConfigurationRule(
            "maxStep", \.maximumStep, \.maximumStep, .integer(), "Pages one drag may turn; 0 for any number."),
        ConfigurationRule(
            "grabWhileSettling", \.grabWhileSettling, \.grabWhileSettling, .word("grabWhileSettling"),
            "Which members may grab a page that settles."),
        ConfigurationRule("edge", \.edge, \.edge, .word("edge"), "How the ends of a list react to a drag."),
        ConfigurationRule("axis", \.axis, \.axis, .word("axis"), "The direction of drags."),
        ConfigurationRule("slop", \.dragSlop, \.dragSlop, .pages, "Pages a pointer moves before a drag begins."),
        ConfigurationRule(
            "fling", \.flingVelocity, \.flingVelocity,
            ValueKind<Distance>.pages.mapped(
                { Velocity(unitsPerSecond: $0.units) }, { Distance(units: $0.unitsPerSecond) }),
            "Pages per second that make a fling."),
        ConfigurationRule(
            "item", \.itemThousandths, \.itemThousandths, .thousandths(of: "views"), "The width of a page in views."),
        ConfigurationRule("spacing", \.spacingPoints, \.spacingPoints, .integer(), "Points between pages."),
        ConfigurationRule(
            "lease", \.leaseMilliseconds, \.leaseMilliseconds, .time(), "How long a silent holder keeps the baton."),
    ]
}

extension ValueKind<ConfigurationEdit> {
    static var configuration: ValueKind {
        let fields =
            [
                Field<ConfigurationEdit>(
                    "preset", \.preset, .word("preset"), "The rules to start from; default: those in force.")
            ]
            + ConfigurationRule.all.map(\.field)
        return Mapping(
            definition: "configure", text: "Other rules for the pager.", empty: ConfigurationEdit(), fields: fields,
            rules: [.atLeastOne(fields.map(\.key))]
        ).kind
    }
}

extension ValueKind<Configuration.Release> {
    static var releaseRule: ValueKind {
        let mapping = Mapping<Configuration.Release?>(
            definition: "releaseRule", text: "A rule with a number.", empty: nil,
            fields: [
                Field(
                    choice: "projected", .time(), { .projected(timeMilliseconds: $0) },
                    { if case .projected(let time) = $0 { time } else { nil } },
                    "Goes where the drag would be after this time."),
                Field(
                    choice: "threshold", .thousandths(of: "views"), { .threshold(viewportThousandths: $0) },
                    { if case .threshold(let limit) = $0 { limit } else { nil } },
                    "Turns the page after this part of the view."),
            ], rules: [.exactlyOne(["projected", "threshold"])])
        return ValueKind.words(["half": .half, "free": .free, "refused": .refused])
            .or(mapping.kind.mapped({ $0 }, { $0 })).named("releaseRuleValue")
    }
}

extension ValueKind<Configuration.Settle> {
    static var settleRule: ValueKind {
        let mapping = Mapping<Configuration.Settle?>(
            definition: "settleRule", text: "A rule with a time.", empty: nil,
            fields: [
                Field(
                    choice: "linear", .time(), { .linear(durationMilliseconds: $0) },
                    { if case .linear(let time) = $0 { time } else { nil } }, "The duration of a linear animation."),
                Field(
                    choice: "spring", .time(), { .spring(responseMilliseconds: $0) },
                    { if case .spring(let time) = $0 { time } else { nil } }, "The response time of a spring."),
            ], rules: [.exactlyOne(["linear", "spring"])])
        return ValueKind.words(["decay": .decay]).or(mapping.kind.mapped({ $0 }, { $0 })).named("settleRuleValue")
    }
}
