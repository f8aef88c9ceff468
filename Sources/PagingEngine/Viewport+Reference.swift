extension Viewport {
    /// What a holder that names no viewport is taken to have: 390 points, page beside page.
    public static let reference = Viewport(checkedWidth: 390, stride: 390)

    private init(checkedWidth width: Int64, stride: Int64) {
        self.width = width
        self.stride = stride
    }
}

extension Configuration {
    /// The viewport of someone `width` wide under this configuration, or nil when that is no width.
    public func viewport(width: Int64) -> Viewport? {
        Viewport(width: width, stride: width)
    }
}

extension Pager {
    /// Whether content is on its way.
    public var isLoading: Bool { false }
}
