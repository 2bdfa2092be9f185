/**
 * Ends a child that was started `detached`, which has a process group of its own, with everything that it
 * started. A group that has ended already is left alone.
 */
export function endGroup({ pid }, signal = 'SIGKILL') {
  // A program that could not be started has no id.
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended. macOS says that as 'not permitted' while its last process is not collected yet.
  }
}
