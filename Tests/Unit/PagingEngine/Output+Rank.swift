import PagingEngine

extension Output {
    /// Position in the order of outputs within one input.
    var rank: Int {
        switch self {
        case .rejected: 0
        case .configured, .dragEnabledChanged, .loadingChanged: 1
        case .animationInterrupted, .stripMoved: 2
        case .dragEnded, .dragBegan: 3
        case .contentChanged: 4
        case .targetChanged: 5
        case .animationStarted: 6
        case .offset: 7
        case .animationCompleted: 8
        case .selectionChanged: 9
        case .shifted: 10
        case .idle: 11
        }
    }
}
