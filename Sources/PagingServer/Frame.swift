/// One encoded object without its line end: made once, shared by every loop, never changed.
public typealias Frame = [UInt8]
