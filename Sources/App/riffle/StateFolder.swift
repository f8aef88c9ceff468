import FoundationEssentials

/// The folder for files that outlive a command and belong to one person: `riffle` in `$XDG_STATE_HOME`, by default in
/// `~/.local/state`.
enum StateFolder {
    static func url(_ environment: [String: String]) -> URL {
        let home = environment["HOME"] ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return URL(fileURLWithPath: state).appendingPathComponent("riffle")
    }
}
