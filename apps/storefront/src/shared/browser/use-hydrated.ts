import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the server's markup has been taken over: false on the server and while hydrating. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
