import FoundationEssentials
import PagingContent
import TerminalView
import Yams

/// Options that a person sets once, in `riffle/config.yaml` of the folder for configurations: a YAML mapping from names of
/// options to their values. An option of the command line is stronger.
struct PersonalOptions {
    /// A value as the file sets it.
    struct Setting: Equatable {
        let value: String
        let line: Int
    }

    /// Commands that take these options.
    private static let commands: Set<String> = ["join", "present"]
    private static let mostBytes = 65_536

    private(set) var settings: [String: Setting] = [:]
    /// Keys and their actions, each as `KEY=ACTION`, in the order of the file.
    private(set) var keys: [Setting] = []

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

    private static func place(of node: Node, _ path: String) -> String {
        "\(path):\(node.mark?.line ?? 1):\(node.mark?.column ?? 1)"
    }

    private mutating func read(_ name: Node, _ value: Node, _ path: String) throws(FileError) {
        let place = PersonalOptions.place(of: name, path)
        let word = name.scalar?.string ?? ""
        guard let option = PersonalOption.all.first(where: { $0.name == word }) else {
            let names = PersonalOption.all.map(\.name)
            let meant = Spelling.nearest(to: word, among: names).map { "; did you mean `\($0)`?" } ?? ""
            throw FileError(place, "expected one of \(names.joined(separator: ", ")), got `\(word)`\(meant)", .content)
        }
        if option.form == .keys, let mapping = value.mapping { return try readKeys(mapping, path) }
        let text = value.scalar?.string
        if let expected = option.expectation(of: text) {
            let got = text.map { ", got `\($0)`" } ?? ""
            throw FileError(place, "expected \(expected) for `\(word)`\(got)", .content)
        }
        if let rival = option.rivals.first(where: { settings[$0] != nil }) {
            throw FileError(place, "expected `\(word)` or `\(rival)`, got both", .content)
        }
        settings[word] = Setting(value: text ?? "", line: name.mark?.line ?? 1)
    }

    private mutating func readKeys(_ mapping: Node.Mapping, _ path: String) throws(FileError) {
        for (key, action) in mapping {
            let (name, word) = (key.scalar?.string ?? "", action.scalar?.string ?? "")
            do throws(KeyBindingArgument.Objection) {
                _ = try KeyBindingArgument.binding(key: name, action: word)
            } catch {
                let place = PersonalOptions.place(of: error.isInAction ? action : key, path)
                throw FileError(place, "\(error)", .content)
            }
            keys.append(Setting(value: "\(name)=\(word)", line: key.mark?.line ?? 1))
        }
    }

    /// The command line with the options that it leaves open. Of keys, those of the command line come last, which count.
    func completed(_ words: [String]) -> [String] {
        guard let command = words.first, PersonalOptions.commands.contains(command) else { return words }
        var more: [String] = keys.map { "--key=\($0.value)" }
        for option in PersonalOption.all {
            guard let setting = settings[option.name], option.commands.contains(command),
                !PersonalOptions.has(option, words)
            else { continue }
            if option.form != .flag {
                more.append("--\(option.name)=\(setting.value)")
            } else if setting.value == "true" {
                more.append("--\(option.name)")
            } else if let rival = option.rivals.first {
                more.append("--\(rival)")
            }
        }
        return [command] + more + words.dropFirst()
    }

    private static func has(_ option: PersonalOption, _ words: [String]) -> Bool {
        ([option.name] + option.rivals).contains { name in
            words.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
        }
    }
}
