public import PagingEngine

/// A change of the pager's rules: a preset, or the ones that hold, with other values for some fields. The fields are
/// those of `Configuration`; nil leaves one as it is.
public struct ConfigurationEdit: Hashable, Sendable {
    /// The set of values to start from; nil starts from those that hold.
    public var preset: Preset?
    public var windowSlots: Int?
    public var release: Configuration.Release?
    public var settle: Configuration.Settle?
    public var recentring: Configuration.Recentring?
    public var wrap: PageOrder.Wrap?
    public var loopMinimum: Int?
    public var hasStrip: Bool?
    public var maximumStep: Int64?
    public var grabWhileSettling: Configuration.GrabWhileSettling?
    public var edge: Configuration.Edge?
    public var axis: Configuration.Axis?
    public var dragSlop: Distance?
    public var flingVelocity: Velocity?
    public var itemThousandths: Int64?
    public var spacingPoints: Int64?
    public var leaseMilliseconds: Int64?

    public init(preset: Preset? = nil) {
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
