/** Bounds under which no answer is cached: a cached one would hide what a test has just changed. */
export const NOTHING_CACHED = {
  cachedResponses: { bytes: 0, entries: 0, shortcutBytes: 0 },
} as const
