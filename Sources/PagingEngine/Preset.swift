/// A name for a set of configuration values (engine.md §3).
public enum Preset: String, Hashable, Sendable, CaseIterable {
    case threePage
    case threePagePredicted
}
