/// A holder's width of view and distance between pages, both in the holder's own unit (points, cells).
///
/// The machine uses only their ratio.
public struct Viewport: Hashable, Sendable {
    /// No viewport is wider than this; a wider one is refused.
    public static let bound: Int64 = 1 << 24

    public let width: Int64
    public let stride: Int64

    /// Nil unless 0 < width < 2^24 and 0 < stride < 2^24.
    public init?(width: Int64, stride: Int64) {
        guard width > 0, width < Viewport.bound, stride > 0, stride < Viewport.bound else { return nil }
        self.width = width
        self.stride = stride
    }
}

extension Viewport {
    /// What a holder that names no viewport is taken to have: 390 points, page beside page.
    public static let reference = Viewport(checkedWidth: 390, stride: 390)

    private init(checkedWidth width: Int64, stride: Int64) {
        self.width = width
        self.stride = stride
    }
}

extension Configuration {
    /// The viewport of someone `width` wide: pages take their part of it, the space between them grows with it.
    /// Nil when that is no width.
    public func viewport(width: Int64) -> Viewport? {
        guard width > 0, width < Viewport.bound else { return nil }
        let stride = width * itemThousandths / 1_000 + spacingPoints * width / Configuration.referenceWidth
        return Viewport(width: width, stride: max(1, stride))
    }
}
