import Glibc
import PagingClient

/// The talks that machines of this network announce, asked of Avahi.
enum NetworkBrowser {
    /// Bytes of the answer that are read; the network decides how long it is.
    private static let answerBytes = 1 << 18
    private static let notFound: Int32 = 127

    /// The talks, and why they could not be listed.
    ///
    /// The program ends with its answer. It runs before any thread and any handled signal, so that Ctrl-C ends both.
    static func browse() -> (talks: [FoundTalk], problem: String?) {
        let command = "timeout 5 avahi-browse -rtpk \(TalkAnnouncement.service) 2>/dev/null"
        guard let pipe = popen(command, "r") else { return ([], "cannot run avahi-browse") }
        var bytes = [UInt8](repeating: 0, count: answerBytes)
        let count = fread(&bytes, 1, bytes.count, pipe)
        let status = pclose(pipe)
        let talks = FoundTalk.all(inBrowseOutput: String(decoding: bytes[..<count], as: UTF8.self))
        let code = (status >> 8) & 0xFF
        guard talks.isEmpty, code != 0 else { return (talks, nil) }
        let reason = code == notFound ? "avahi-browse is not installed" : "avahi-browse ended with \(code)"
        return ([], "\(reason), so talks on this network are not listed")
    }
}
