import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * What `read` says of this browser; `before` on the server and while hydrating. If both are the same, nothing
 * is drawn again: a page that is drawn again while one of its later parts loads loses that part until then.
 * `read` returns the same value each time.
 */
export const useOfBrowser = <T>(read: () => T, before: T): T =>
  useSyncExternalStore(never, read, () => before)

/** Whether hydration is complete; false on the server and while hydrating. */
export const useHydrated = (): boolean => useOfBrowser(() => true, false)
