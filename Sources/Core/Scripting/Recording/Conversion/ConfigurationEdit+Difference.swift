import PagingEngine

extension ConfigurationEdit {
    /// What makes the one set of rules into the other; nil when they are the same.
    init?(from old: Configuration, to new: Configuration) {
        guard old != new else { return nil }
        let isOther = old.preset != new.preset
        let base = isOther ? Configuration(new.preset) : old
        self.init(preset: isOther ? new.preset : nil)
        func changed<Value: Equatable>(_ field: KeyPath<Configuration, Value>) -> Value? {
            base[keyPath: field] == new[keyPath: field] ? nil : new[keyPath: field]
        }
        windowSlots = changed(\.windowSlots)
        release = changed(\.release)
        settle = changed(\.settle)
        recentring = changed(\.recentring)
        wrap = changed(\.wrap)
        loopMinimum = changed(\.loopMinimum)
        hasStrip = changed(\.hasStrip)
        maximumStep = changed(\.maximumStep)
        grabWhileSettling = changed(\.grabWhileSettling)
        edge = changed(\.edge)
        axis = changed(\.axis)
        dragSlop = changed(\.dragSlop)
        flingVelocity = changed(\.flingVelocity)
        itemThousandths = changed(\.itemThousandths)
        spacingPoints = changed(\.spacingPoints)
        leaseMilliseconds = changed(\.leaseMilliseconds)
    }
}
