package import PagingEngine

/// A change of the pager's rules: a preset, or the ones that hold, with other values for some fields. The fields are
/// those of `Configuration`; nil leaves one as it is.
package struct ConfigurationEdit: Hashable, Sendable {
    /// The set of values to start from; nil starts from those that hold.
    package var preset: Preset?
    package var windowSlots: Int?
    package var release: Configuration.Release?
    package var settle: Configuration.Settle?
    package var recentring: Configuration.Recentring?
    package var wrap: PageOrder.Wrap?
    package var loopMinimum: Int?
    package var hasStrip: Bool?
    package var maximumStep: Int64?
    package var grabWhileSettling: Configuration.GrabWhileSettling?
    package var edge: Configuration.Edge?
    package var axis: Configuration.Axis?
    package var dragSlop: Distance?
    package var flingVelocity: Velocity?
    package var itemThousandths: Int64?
    package var spacingPoints: Int64?
    package var leaseMilliseconds: Int64?

    package init(preset: Preset? = nil) {
        self.preset = preset
    }

    /// The rules after the edit.
    func applied(to configuration: Configuration) -> Configuration {
        var edited = preset.map { Configuration($0) } ?? configuration
        edited.windowSlots = windowSlots ?? edited.windowSlots
        edited.release = release ?? edited.release
        edited.settle = settle ?? edited.settle
        edited.recentring = recentring ?? edited.recentring
        edited.wrap = wrap ?? edited.wrap
        edited.loopMinimum = loopMinimum ?? edited.loopMinimum
        edited.hasStrip = hasStrip ?? edited.hasStrip
        edited.maximumStep = maximumStep ?? edited.maximumStep
        edited.grabWhileSettling = grabWhileSettling ?? edited.grabWhileSettling
        edited.edge = edge ?? edited.edge
        edited.axis = axis ?? edited.axis
        edited.dragSlop = dragSlop ?? edited.dragSlop
        edited.flingVelocity = flingVelocity ?? edited.flingVelocity
        edited.itemThousandths = itemThousandths ?? edited.itemThousandths
        edited.spacingPoints = spacingPoints ?? edited.spacingPoints
        edited.leaseMilliseconds = leaseMilliseconds ?? edited.leaseMilliseconds
        return edited
    }
}
