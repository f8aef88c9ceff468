/// Whom an offset is for, among those who want offsets.
package enum OffsetAudience: Hashable, Sendable {
    case everybody
    /// Those who asked for frames.
    case frames
    /// The others: those with frames know this place already.
    case keyframes

    /// Whom an offset is for that stands for both, the newer of which says where things are.
    package func joined(with other: OffsetAudience) -> OffsetAudience { self == other ? self : .everybody }
}
