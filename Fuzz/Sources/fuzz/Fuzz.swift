import CFuzzer
import FuzzEntries
import Glibc

/// `FUZZ_ENTRY=… fuzz [libFuzzer's options] FOLDER…`
@main struct Fuzz {
    /// The door to shake, named by the environment as the arguments belong to libFuzzer.
    static let entry: FuzzEntry = {
        let name = getenv("FUZZ_ENTRY").map { String(cString: $0) } ?? ""
        guard let entry = FuzzEntry(rawValue: name) else {
            preconditionFailure("FUZZ_ENTRY is one of \(FuzzEntry.allCases.map(\.rawValue))")
        }
        return entry
    }()

    static func main() {
        var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?(CommandLine.unsafeArgv)
        var count = CommandLine.argc
        _ = LLVMFuzzerRunDriver(&count, &arguments, enterBytes)
    }
}

/// What libFuzzer calls with each input; its own `main`, which comes with it, insists on this name. 0 says the input
/// was taken.
@_cdecl("LLVMFuzzerTestOneInput")
func enterBytes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    Fuzz.entry.enter(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
