import Foundation
import TerminalView
import TestSupport
import Testing

@testable import riffle

/// Options from a person's own file.
@Suite struct PersonalOptionsTests {
    private func complaint(_ text: String) -> String {
        do throws(FileError) {
            _ = try PersonalOptions(text: text, path: "c.yaml")
            return ""
        } catch {
            return error.description
        }
    }

    @Test func theFileIsInTheFolderForConfigurations() {
        #expect(PersonalOptions.path(["HOME": "/her"]) == "/her/.config/riffle/config.yaml")
        #expect(PersonalOptions.path(["HOME": "/her", "XDG_CONFIG_HOME": "/c"]) == "/c/riffle/config.yaml")
        #expect(
            PersonalOptions.path(["HOME": "/her", "XDG_CONFIG_HOME": "c"]) == "/her/.config/riffle/config.yaml")
    }

    @Test func theCommandLineIsStronger() throws {
        let options = try PersonalOptions(
            text: "name: Ann B\ntheme: mono\nunicode: false\nborders: true\nreduce-motion: false\n", path: "c.yaml")
        #expect(
            options.completed(["join", "url"]) == [
                "join", "--name=Ann B", "--theme=mono", "--ascii", "--borders", "url",
            ])
        #expect(
            options.completed(["present", "d.md", "--theme=dracula", "--unicode", "--name", "Bob"])
                == ["present", "--borders", "d.md", "--theme=dracula", "--unicode", "--name", "Bob"])
        #expect(options.completed(["serve", "--room", "a"]) == ["serve", "--room", "a"])
        #expect(options.settings["unicode"] == PersonalOptions.Setting(value: "false", line: 3))
        #expect(try PersonalOptions(text: "", path: "c.yaml").completed(["join", "url"]) == ["join", "url"])
        #expect(try PersonalOptions(path: "/nonexistent/config.yaml").settings.isEmpty)
    }

    /// Every option exists for both commands.
    @Test func eachOptionIsTaken() throws {
        let values = [
            "name": "Ann", "theme": "mono", "status": "full", "color": "never", "fps": "60", "width": "90",
            "pictures": "blocks", "titles": "plain", "highlighter": "auto", "mouse": "off",
            "keys": "{x: quit, '=': next}",
        ]
        let named = PersonalOption.all.filter { $0.name != "ascii" }
        let text = named.map { "\($0.name): \(values[$0.name] ?? "true")\n" }.joined()
        let options = try PersonalOptions(text: text, path: "c.yaml")
        #expect(options.settings.count == named.count - 1 && options.keys.map(\.value) == ["x=quit", "==next"])
        let words = options.completed(["join", "ws://h/rooms/a", "--key", "x=help"])
        let join = try #require(try Riffle.parseAsRoot(words) as? Join)
        #expect(
            join.member.name == "Ann" && join.drawing.theme == "mono" && join.drawing.fps == 60
                && join.drawing.reduceMotion && join.drawing.text.width == 90 && join.mouse == .off)
        #expect(join.drawing.key.map(\.binding.action) == [.quit, .next, .help])
        let present = try #require(try Riffle.parseAsRoot(options.completed(["present", "a.md"])) as? Present)
        #expect(present.highlighter == .auto && present.drawing.text.width == 90)
        let chosen = options.completed(["present", "a.md", "--highlighter", "builtin"])
        #expect(try #require(try Riffle.parseAsRoot(chosen) as? Present).highlighter == .builtin)
        #expect(!words.contains { $0.hasPrefix("--highlighter") }, "nobody colours code where others present")
    }

    @Test func whatIsWrongIsSaidWithItsPlace() {
        #expect(complaint("nam: Ann").hasPrefix("c.yaml:1:1: expected one of name, theme, "))
        #expect(complaint("nam: Ann").hasSuffix("got `nam`; did you mean `name`?"))
        #expect(complaint("fps: 3\nborders: yes").hasPrefix("c.yaml:2:1: expected true or false for `borders`"))
        #expect(complaint("name: [a]").hasPrefix("c.yaml:1:1: expected one value for `name`"))
        #expect(complaint("- a").hasPrefix("c.yaml:1:1: expected a mapping"))
        #expect(complaint("width: 300") == "c.yaml:1:1: expected a number from 40 to 200 for `width`, got `300`")
        #expect(
            complaint("highlighter: vim")
                == "c.yaml:1:1: expected builtin, auto, chroma, pygments for `highlighter`, got `vim`")
        #expect(complaint("status: loud") == "c.yaml:1:1: expected quiet, full for `status`, got `loud`")
        #expect(complaint("ascii: true\nunicode: true") == "c.yaml:2:1: expected `unicode` or `ascii`, got both")
        #expect(complaint("keys: x").hasPrefix("c.yaml:1:1: expected a mapping from keys to actions"))
        #expect(complaint("keys:\n  l: next\n  h: bakc").hasPrefix("c.yaml:3:6: expected an action (next, back, "))
        #expect(complaint("keys:\n  l: next\n  h: bakc").hasSuffix("got `bakc`; did you mean `back`?"))
        #expect(complaint("keys: {Entr: next}").hasPrefix("c.yaml:1:8: expected one character, Ctrl-X"))
        #expect(complaint("keys: {Entr: next}").hasSuffix("got the key `Entr`; did you mean `Enter`?"))
        #expect(complaint("keys: {7: next}").hasPrefix("c.yaml:1:8: expected a key that may change, got `7`"))
        #expect(complaint("keys: {Ctrl-C: next}").contains("Ctrl-C quits"))
        #expect(complaint("a: [").hasPrefix("c.yaml: expected YAML"))
        #expect(complaint(String(repeating: "# x\n", count: 16_385)) == "c.yaml: expected at most 65536 bytes")
        #expect(complaint(String(repeating: "# x\n", count: 16_384)) == "")
    }

    @Test func theTableSaysWhatCountsAndFromWhere() throws {
        let options = try PersonalOptions(text: "width: 90\nascii: true\nkeys: {x: quit}\n", path: "c.yaml")
        let lines = Config.lines(options, ["NO_COLOR": "1"]).map {
            $0.split(separator: " ").prefix(4).joined(separator: " ")
        }
        for row in [
            "width 90 line 1", "ascii true line 2", "unicode false line 2", "color never NO_COLOR use",
            "fps 30 default most", "highlighter builtin default colours",
            "keys x=quit line 3",
        ] {
            #expect(lines.contains(row), "\(row) in \(lines)")
        }
        let bare = Config.lines(try PersonalOptions(text: "", path: "c.yaml"), ["LANG": "de_DE.UTF-8"])
        #expect(bare.contains { $0.hasPrefix("unicode") && $0.contains(" true ") && $0.contains(" LANG ") })
        let plain = Config.lines(
            try PersonalOptions(text: "", path: "c.yaml"),
            ["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "de_DE.UTF-8"])
        #expect(plain.contains { $0.hasPrefix("unicode") && $0.contains(" false ") && $0.contains(" LC_ALL ") })
        let actions = Config.actionLines(options)
        #expect(actions.contains { $0.split(separator: " ").prefix(4) == ["quit", "q", "Ctrl-C", "x"] })
    }

    /// `Protocol/config.schema.json` has the same options, words and actions.
    @Test func theSchemaSaysTheSame() throws {
        let data = try Data(contentsOf: Repository.file("Protocol/config.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(Set(properties.keys) == Set(PersonalOption.all.map(\.name)))
        for option in PersonalOption.all {
            let property = try #require(properties[option.name])
            switch option.form {
            case .text: #expect(property["type"] as? String == "string")
            case .flag: #expect(property["type"] as? String == "boolean")
            case .words(let words): #expect(property["enum"] as? [String] == words)
            case .number(let range):
                #expect(
                    property["minimum"] as? Int == range.lowerBound && property["maximum"] as? Int == range.upperBound)
            case .keys:
                let action = try #require(property["additionalProperties"] as? [String: Any])
                #expect(action["enum"] as? [String] == KeyTable.Action.allCases.map(\.name))
            }
        }
    }
}
