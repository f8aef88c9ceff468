/// A member's width of view and distance between pages, both in the member's own unit (points, cells).
///
/// The pager uses only their ratio.
public struct Viewport: Hashable, Sendable {
    /// Upper limit of width and stride, exclusive.
    public static let bound: Int64 = 1 << 24

    /// Width of the view.
    public let width: Int64
    /// Distance from one page to the next.
    public let stride: Int64

    /// A viewport; nil unless 0 < width < 2^24 and 0 < stride < 2^24.
    public init?(width: Int64, stride: Int64) {
        guard width > 0, width < Viewport.bound, stride > 0, stride < Viewport.bound else { return nil }
        self.width = width
        self.stride = stride
    }
}

extension Viewport {
    /// The viewport of a drag without one: 390 points, without space between pages.
    public static let reference = Viewport(checkedWidth: 390, stride: 390)

    private init(checkedWidth width: Int64, stride: Int64) {
        self.width = width
        self.stride = stride
    }
}

extension Configuration {
    /// The viewport for a view of `width`: page width and spacing scale with it. Nil unless 0 < width < 2^24.
    public func viewport(width: Int64) -> Viewport? {
        guard width > 0, width < Viewport.bound else { return nil }
        let stride = width * itemThousandths / 1_000 + spacingPoints * width / Configuration.referenceWidth
        return Viewport(width: width, stride: max(1, stride))
    }
}
