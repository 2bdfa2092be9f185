import { useEffect } from 'react'
import { useApp } from '../../shared/app-context.tsx'

/** What the page loaded that a reload without a connection needs again. */
const KEPT = /^(\/[\w-]+)?\/(assets|brand|posters)\//

/**
 * Lets the ticket page open without a connection, once it has opened with one: a worker keeps the
 * page and its files. Where there are no workers, or they are switched off, it works as before.
 */
export function useKeptPage(isDue: boolean): void {
  const { base } = useApp()
  useEffect(() => {
    if (!isDue || !('serviceWorker' in navigator) || !navigator.onLine) return
    void keepPage(base).catch(() => undefined)
  }, [isDue, base])
}

async function keepPage(base: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${base}/tickets-worker.js`, {
    scope: `${base}/order-tickets/`,
  })
  // Faces are asked for once their text is set.
  await document.fonts.ready
  const keep = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && KEPT.test(pathname))
    .map(({ pathname, search }) => pathname + search)
  const worker = registration.active ?? registration.waiting ?? registration.installing
  worker?.postMessage({ keep })
}
