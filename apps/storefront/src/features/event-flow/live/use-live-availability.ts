import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveAddressOf } from '../../../routing/live-address.ts'
import { useApp } from '../../../shared/app-context.tsx'

/**
 * Keeps the fetched availability of an event up to date while `isWatched`. Returns whether the
 * stream works; if not (refused, lost or unsupported), the queries have to poll.
 */
export function useLiveAvailability(eventId: string, isWatched: boolean): boolean {
  const app = useApp()
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!isWatched || !('EventSource' in window)) return
    const life = new AbortController()
    const follow = async () => {
      // The page is shown before anything can change: this code is no part of its first load.
      const [{ openLiveCache }, { followStream }] = await Promise.all([
        import('./live-cache.ts'),
        import('./live-stream.ts'),
      ])
      if (life.signal.aborted) return
      const cache = openLiveCache(queryClient, app, eventId)
      const endStream = followStream({
        address: liveAddressOf(app, eventId),
        onChanges: cache.merge,
        onReset: cache.refetch,
        onHealth: (isHealthy) => {
          setLive(isHealthy)
          if (!isHealthy) cache.forget()
        },
      })
      life.signal.addEventListener('abort', () => {
        endStream()
        cache.stop()
      })
    }
    // Without the code the queries poll.
    void follow().catch(() => undefined)
    return () => life.abort()
  }, [app, queryClient, eventId, isWatched])
  return isLive
}
