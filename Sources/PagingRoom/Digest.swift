/// 64-bit FNV-1a over a canonical line of what a member shows at rest; equal digests mean the same picture.
public struct Digest: Hashable, Sendable {
    public var value: UInt64

    public init(value: UInt64) {
        self.value = value
    }
}
