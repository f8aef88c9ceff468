import CFuzzer
import FuzzEntries

/// `fuzz ENTRY [libFuzzer's options] FOLDER…`
@main struct Fuzz {
    static func main() {
        guard CommandLine.arguments.count > 1, let entry = FuzzEntry(rawValue: CommandLine.arguments[1]) else {
            print("fuzz ENTRY [options] FOLDER…, where ENTRY is \(FuzzEntry.allCases.map(\.rawValue))")
            return
        }
        // The driver keeps the arguments; they are its own to the end of the process.
        var arguments = CommandLine.unsafeArgv
        arguments += 1
        var count = CommandLine.argc - 1
        var optional = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?(arguments)
        _ = LLVMFuzzerRunDriver(&count, &optional, callback(for: entry))
    }

    private static func callback(
        for entry: FuzzEntry
    ) -> @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
        switch entry {
        case .clientMessages: { enter(.clientMessages, $0, $1) }
        case .serverMessages: { enter(.serverMessages, $0, $1) }
        case .upgrade: { enter(.upgrade, $0, $1) }
        }
    }

    private static func enter(_ entry: FuzzEntry, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        entry.enter(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}
