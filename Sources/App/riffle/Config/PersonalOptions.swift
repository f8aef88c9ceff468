import FoundationEssentials
import PagingContent
import Yams

/// Options that a person sets once, in `riffle/config.yaml` of the folder for configurations: a YAML mapping from names of
/// options to their values. An option of the command line is stronger.
struct PersonalOptions {
    /// An option that may be set.
    struct PersonalOption {
        let name: String
        /// Whether its value is `true` or `false`, and the command line has it without a value.
        let isFlag: Bool
        let meaning: String
        /// Options that stand for the same choice.
        var rivals: [String] = []
    }

    /// A value as the file sets it.
    struct Setting: Equatable {
        let value: String
        let line: Int
    }

    static let keys = [
        PersonalOption(name: "name", isFlag: false, meaning: "your name, as the others see it"),
        PersonalOption(
            name: "theme", isFlag: false, meaning: "theme in place of the deck's, a name or the path of a theme file"),
        PersonalOption(
            name: "unicode", isFlag: true, meaning: "frames in Unicode, or with false in ASCII", rivals: ["ascii"]),
        PersonalOption(name: "status", isFlag: false, meaning: "status line, quiet or full"),
        PersonalOption(name: "borders", isFlag: true, meaning: "frames around pages that rest"),
        PersonalOption(name: "color", isFlag: false, meaning: "use of colour: auto, always or never"),
        PersonalOption(name: "pictures", isFlag: false, meaning: "pictures: auto, kitty, iterm2, sixel, blocks or off"),
        PersonalOption(name: "fps", isFlag: false, meaning: "most frames per second"),
        PersonalOption(name: "reduce-motion", isFlag: true, meaning: "pages change without motion"),
    ]
    /// Commands that take these options.
    private static let commands: Set<String> = ["join", "present"]
    private static let mostBytes = 65_536

    private(set) var settings: [String: Setting] = [:]

    /// `riffle/config.yaml` in `$XDG_CONFIG_HOME`, by default in `~/.config`.
    static func path(_ environment: [String: String]) -> String {
        let home = environment["HOME"] ?? ""
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        return "\(folder)/riffle/config.yaml"
    }

    /// Reads the file; nothing is set where there is none.
    ///
    /// - Throws: what is wrong in the file, and where.
    init(path: String) throws(FileError) {
        let isThere = FileManager.default.fileExists(atPath: path)
        try self.init(text: isThere ? TextFile.read(path) : "", path: path)
    }

    init(text: String, path: String) throws(FileError) {
        let root: Node?
        do {
            guard text.utf8.count <= PersonalOptions.mostBytes else {
                throw FileError(path, "expected at most \(PersonalOptions.mostBytes) bytes", .content)
            }
            root = try Yams.compose(yaml: text)
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(path, "expected YAML: \(error)", .content)
        }
        guard let root, root.scalar?.string != "" else { return }
        guard let mapping = root.mapping else {
            throw FileError("\(path):1:1", "expected a mapping such as `theme: dracula`", .content)
        }
        for (name, value) in mapping { try read(name, value, path) }
    }

    private mutating func read(_ name: Node, _ value: Node, _ path: String) throws(FileError) {
        let line = name.mark?.line ?? 1
        let place = "\(path):\(line):\(name.mark?.column ?? 1)"
        let word = name.scalar?.string ?? ""
        guard let key = PersonalOptions.keys.first(where: { $0.name == word }) else {
            let names = PersonalOptions.keys.map(\.name)
            let meant = Spelling.nearest(to: word, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw FileError(place, "expected one of \(names.joined(separator: ", ")), got `\(word)`\(meant)", .content)
        }
        guard let text = value.scalar?.string, !key.isFlag || text == "true" || text == "false" else {
            throw FileError(place, "expected \(key.isFlag ? "true or false" : "one value") for `\(word)`", .content)
        }
        settings[word] = Setting(value: text, line: line)
    }

    /// The command line with the options that it leaves open.
    func completed(_ words: [String]) -> [String] {
        guard let command = words.first, PersonalOptions.commands.contains(command) else { return words }
        var more: [String] = []
        for key in PersonalOptions.keys {
            guard let setting = settings[key.name], !PersonalOptions.has(key, words) else { continue }
            if !key.isFlag {
                more.append("--\(key.name)=\(setting.value)")
            } else if setting.value == "true" {
                more.append("--\(key.name)")
            } else if let rival = key.rivals.first {
                more.append("--\(rival)")
            }
        }
        return [command] + more + words.dropFirst()
    }

    private static func has(_ key: PersonalOption, _ words: [String]) -> Bool {
        ([key.name] + key.rivals).contains { name in
            words.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
        }
    }
}
