import Testing

/// Programs on real terminals, as people use them: keys and the mouse go in, and what stands on the screen is read.
///
/// One after the other, so that they do not take the processors from one another.
@Suite(.serialized) enum TerminalScenes {}
