/// A name for a set of configuration values.
public enum Preset: String, Hashable, Sendable, CaseIterable {
    case threePage
    case threePagePredicted
}
