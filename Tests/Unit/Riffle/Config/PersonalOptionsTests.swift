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
            "name": "Ann", "theme": "mono", "status": "full", "color": "never", "fps": "60", "pictures": "blocks",
        ]
        let text = PersonalOptions.keys.map { "\($0.name): \(values[$0.name] ?? "true")\n" }.joined()
        let options = try PersonalOptions(text: text, path: "c.yaml")
        #expect(options.settings.count == PersonalOptions.keys.count)
        let join = try #require(try Riffle.parseAsRoot(options.completed(["join", "ws://h/rooms/a"])) as? Join)
        #expect(
            join.member.name == "Ann" && join.drawing.theme == "mono" && join.drawing.fps == 60
                && join.drawing.reduceMotion)
        _ = try #require(try Riffle.parseAsRoot(options.completed(["present", "a.md"])) as? Present)
    }

    @Test func whatIsWrongIsSaidWithItsPlace() {
        #expect(complaint("nam: Ann").hasPrefix("c.yaml:1:1: expected one of name, theme, "))
        #expect(complaint("nam: Ann").hasSuffix("got `nam`; did you mean `name`?"))
        #expect(complaint("fps: 3\nborders: yes").hasPrefix("c.yaml:2:1: expected true or false for `borders`"))
        #expect(complaint("name: [a]").hasPrefix("c.yaml:1:1: expected one value for `name`"))
        #expect(complaint("- a").hasPrefix("c.yaml:1:1: expected a mapping"))
        #expect(complaint("a: [").hasPrefix("c.yaml: expected YAML"))
    }
}
