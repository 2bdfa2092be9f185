import type { LiveChanges } from '@foyer/contract'

/** Pause after a refusal; polling continues meanwhile. */
const RETRY_MILLISECONDS = 60_000

interface LiveStreamOptions {
  /** Path of the event's stream, without a query. */
  address: string
  onChanges: (changes: LiveChanges) => void
  /** What is on screen is older than the stream can report: it must be fetched again. */
  onReset: () => void
  /** Whether changes arrive by the stream from now on. */
  onHealth: (isHealthy: boolean) => void
}

/**
 * Follows an event's availability while the page is visible, over one connection that is closed
 * when the page is hidden and resumed later. Over HTTP/1.1 all tabs of a browser share six
 * connections to a host: if hidden tabs kept theirs, the seventh tab could load nothing. Returns a
 * function that ends it. Browser only.
 */
export function followStream({ address, onChanges, onReset, onHealth }: LiveStreamOptions) {
  let source: EventSource | null = null
  /** The version of the page's data; null before the first message. */
  let version: string | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    clearTimeout(retryTimer)
    if (source || document.hidden) return
    source = new EventSource(version ? `${address}?since=${encodeURIComponent(version)}` : address)
    source.onopen = () => {
      // The age of the page is unknown: a change may have happened between the page and the stream.
      if (version === null) onReset()
      onHealth(true)
    }
    source.onmessage = (event) => {
      note(event)
      onChanges(JSON.parse(event.data))
    }
    source.addEventListener('hello', note)
    source.addEventListener('reset', (event) => {
      note(event)
      onReset()
    })
    source.onerror = () => {
      onHealth(false)
      // The browser retries a lost connection by itself, but not after a refusal.
      if (source?.readyState !== EventSource.CLOSED) return
      source = null
      retryTimer = setTimeout(open, RETRY_MILLISECONDS)
    }
  }
  const note = ({ lastEventId }: MessageEvent) => {
    if (lastEventId) version = lastEventId
  }
  const close = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = null
    onHealth(false)
  }
  const handleVisibility = () => {
    if (document.hidden) close()
    else open()
  }

  document.addEventListener('visibilitychange', handleVisibility)
  // A page with an open connection is not cached for Back. When shown again, it becomes visible
  // again.
  addEventListener('pagehide', close)
  open()
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('pagehide', close)
    close()
  }
}
