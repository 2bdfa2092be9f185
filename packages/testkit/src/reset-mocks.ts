import { afterAll, vi } from 'vitest'

// Files share a process: what one of them put in the place of globals, timers and methods must not
// be found by the next.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
