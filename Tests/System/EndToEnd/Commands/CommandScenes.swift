import Testing

/// Commands as people and operators run them: their output, their end, and what they do to a server that runs.
///
/// One after the other, as ``EndToEnd``, and beside it: both mostly wait for processes.
@Suite(.serialized) enum CommandScenes {}
