package import PagingEngine

extension Preset {
    /// What a room of this preset shows unless told otherwise: what the system it is named after shows.
    package var supplier: Supplier {
        switch self {
        case .threePage, .threePagePredicted, .continuous: .numbers
        case .carousel: .items()
        case .tabs: .tabs
        case .buttons: .contents
        case .majority: .animals(seed: 1)
        }
    }

    /// Reads a preset's name.
    package init(words: String) throws(UnknownWord) {
        guard let preset = Preset(rawValue: words) else {
            throw UnknownWord(words, noun: "preset", known: Preset.allCases.map(\.rawValue))
        }
        self = preset
    }
}
