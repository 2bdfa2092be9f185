import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects the garbage of this thread once, and gives memory back. V8 does so by itself only after many
 * allocations, so a process that has started and is idle would keep what its start has left: young objects
 * have up to 128 MB reserved by then. It takes some 0.1 s, so it belongs to the end of a start alone.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
