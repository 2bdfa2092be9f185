import { afterAll, vi } from 'vitest'

// Test files share a process, so the next file must not see another one's mocks of globals, timers
// and methods.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
