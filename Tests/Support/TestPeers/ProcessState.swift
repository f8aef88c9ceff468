import Foundation

/// The state of a program and its children, for the error of a wait that was too long: the ticks of processor time of
/// each thread, and the call of the kernel in which it waits.
enum ProcessState {
    static func text(of process: Int32) -> String {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let lines = threads.sorted().map { thread in
            let statistics = read("\(folder)/\(thread)/stat")
            // The name of the thread is in parentheses, and may hold blanks.
            let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = fields.count > 12 ? "\(fields[11])+\(fields[12])" : "?"
            let name = read("\(folder)/\(thread)/comm").trimmingCharacters(in: .whitespacesAndNewlines)
            return "  \(name): \(fields.first ?? "?"), \(ticks) ticks, in \(read("\(folder)/\(thread)/wchan"))"
        }
        let children = threads.flatMap {
            read("\(folder)/\($0)/children").split(separator: " ").compactMap { Int32($0) }
        }
        return (["process \(process):"] + lines + children.map(text)).joined(separator: "\n")
    }

    private static func read(_ path: String) -> String {
        (FileManager.default.contents(atPath: path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
