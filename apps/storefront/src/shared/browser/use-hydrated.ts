import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether hydration is complete; false on the server and while hydrating. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
