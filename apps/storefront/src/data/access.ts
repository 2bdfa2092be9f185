import { useSyncExternalStore } from 'react'

/** The access codes that were entered in this tab, as the tokens that prove them, by event. */

const keyOf = (eventId: string) => `access/${eventId}`
const listeners = new Set<() => void>()

/** Sent with what the code opens; undefined without a code, and on the server. */
export function accessOf(eventId: string): string | undefined {
  if (import.meta.env.SSR) return undefined
  try {
    return sessionStorage.getItem(keyOf(eventId)) ?? undefined
  } catch {
    return undefined
  }
}

export function storeAccess(eventId: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(eventId), token)
  } catch {
    // Without storage the code has to be entered again after a reload.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined while the page hydrates, as on the server. */
export const useAccess = (eventId: string): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => accessOf(eventId),
    () => undefined,
  )
