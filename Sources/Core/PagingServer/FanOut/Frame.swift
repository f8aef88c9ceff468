/// One encoded object without its line end: made once, shared by every loop, never changed.
package typealias Frame = [UInt8]
