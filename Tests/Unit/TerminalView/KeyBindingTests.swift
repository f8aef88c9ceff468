import Testing

@testable import TerminalView

/// Keys with other actions.
@Suite struct KeyBindingTests {
    private func intents(_ keys: [Key], _ bindings: [KeyBinding]) -> [Intent] {
        var reader = IntentReader(table: KeyTable.standard.binding(bindings))
        return keys.compactMap { reader.read($0) }
    }

    @Test func aKeyThatIsTakenLosesItsOldMeaning() {
        let bindings = [
            KeyBinding(key: .character("x"), action: .quit), KeyBinding(key: .character("q"), action: .next),
            KeyBinding(key: .enter, action: .overview), KeyBinding(key: .character("g"), action: .help),
        ]
        #expect(intents([.character("x")], bindings) == [.quit])
        #expect(intents([.character("3"), .character("q")], bindings) == [.next(count: 3)])
        #expect(intents([.character("3"), .enter], bindings) == [.overview])
        #expect(intents([.character("3"), .character("G")], bindings) == [.goTo(page: 3)])
        #expect(intents([.character("g"), .character("g")], bindings) == [.help, .help])
        #expect(intents([.home, .right], bindings) == [.first, .next(count: 1)])
        let help = KeyTable.standard.binding(bindings).helpLines
        #expect(help.contains { $0.hasPrefix("Ctrl-C  x ") && $0.hasSuffix("quit") }, "\(help)")
        #expect(help.contains { $0.hasPrefix("Home ") } && help.contains { $0.hasPrefix("?  g ") })
    }

    @Test func theLastBindingOfAKeyCounts() {
        let twice = [
            KeyBinding(key: .character("x"), action: .quit), KeyBinding(key: .character("x"), action: .back),
        ]
        #expect(intents([.character("x")], twice) == [.back(count: 1)])
        let none = KeyTable.standard.binding([KeyBinding(key: .character("o"), action: .next)])
        #expect(!none.helpLines.contains { $0.hasSuffix("overview") }, "an action without keys is in no help")
    }

    @Test(arguments: [
        ("x", Key.character("x")), ("X", .character("X")), ("é", .character("é")), ("space", .character(" ")),
        ("PgDn", .pageDown), ("Ctrl-L", .control("l")), ("ctrl-l", .control("l")), ("Alt-x", .alternate("x")),
        ("=", .character("=")),
    ])
    func keysHaveTheNamesOfTheHelp(name: String, key: Key) {
        #expect(Key(name: name) == key)
    }

    @Test(arguments: ["", "xy", "F5", "Ctrl-", "Ctrl-5", "Shift-x", " ", "\u{7}", "gg", "Alt-"])
    func otherTextsAreNoKeys(name: String) { #expect(Key(name: name) == nil) }

    @Test func everyKeyOfTheTableHasAName() {
        for key in KeyTable.standard.rows.flatMap(\.sequences).joined() { #expect(Key(name: key.name) == key) }
        for action in KeyTable.Action.allCases { #expect(KeyTable.Action(name: action.name) == action) }
        #expect(Set(KeyTable.Action.allCases) == Set(KeyTable.standard.rows.map(\.action)))
        for key in [Key.character("7"), .character("-"), .escape, .control("c"), .control("z")] {
            #expect(!key.isBindable)
        }
    }
}
