import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { files } from '../../../routing/files.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { openLiveCache } from './live-cache.ts'
import { followStream } from './live-stream.ts'

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
    const cache = openLiveCache(queryClient, app, eventId)
    const endStream = followStream({
      address: files.liveAvailability(app, eventId),
      onChanges: cache.merge,
      onReset: cache.refetch,
      onHealth: (isHealthy) => {
        setLive(isHealthy)
        if (!isHealthy) cache.forget()
      },
    })
    return () => {
      endStream()
      cache.stop()
    }
  }, [app, queryClient, eventId, isWatched])
  return isLive
}
