import CPlatform

/// Large blocks of memory.
package enum LargeBlocks {
    /// Makes the process return large blocks to the system as soon as they are free. Without it, the C library raises its
    /// limit with the first large block that is freed, and keeps the space of later ones.
    package static func returnWhenFree() { riffle_return_blocks_from(1 << 18) }
}
