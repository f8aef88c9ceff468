/// A WebSocket message of any server.
package enum PlainMessage: Hashable, Sendable {
    case text(String)
    case binary([UInt8])
    /// A message of the profile on its way to the server, which the profile turns into one of the others.
    case call(ProfileCall)
    /// A frame of the profile on its way to the script.
    case frame(ProfileDelivery)

    /// Its length on the wire.
    package var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        case .call: 0
        case .frame(let frame): frame.body.utf8.count
        }
    }

    /// The text in which values are looked for; nil for bytes.
    var text: String? {
        switch self {
        case .text(let text): text
        case .frame(let frame): frame.body
        case .binary, .call: nil
        }
    }

    /// The number of the call to which this is the reply, by the profile.
    var repliesTo: Int? {
        if case .frame(let frame) = self, case .reply(let number) = frame.meaning { number } else { nil }
    }

    /// Whether it is a push by the profile.
    var isProfiledPush: Bool {
        if case .frame(let frame) = self { frame.meaning == .push } else { false }
    }
}
