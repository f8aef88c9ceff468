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
