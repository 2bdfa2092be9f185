import { useSyncExternalStore } from 'react'

const EVENTS = ['online', 'offline'] as const

function listen(tell: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, tell)
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, tell)
  }
}

/** Whether the browser reports a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
