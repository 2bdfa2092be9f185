import type { LiveChanges } from '@foyer/contract'

/** After a refusal; the polling goes on meanwhile. */
const RETRY_MILLISECONDS = 60_000

interface LiveStreamOptions {
  /** Path of the event's stream, without a query. */
  address: string
  onChanges: (changes: LiveChanges) => void
  /** What is on screen is older than anything the stream can tell of: it has to be fetched anew. */
  onReset: () => void
  /** Whether changes arrive by themselves from now on. */
  onHealth: (isHealthy: boolean) => void
}

/**
 * Follows an event's availability while the page is looked at: one connection, closed as soon as
 * the page is hidden and resumed where it was left. Over HTTP/1.1 all tabs of a browser share six
 * connections to a host: were tabs in the back to keep theirs, the seventh could load nothing.
 * Returns what ends it. Browser only.
 */
export function followStream({ address, onChanges, onReset, onHealth }: LiveStreamOptions) {
  let source: EventSource | null = null
  /** Version that the page is at; null before the first message. */
  let version: string | null = null
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const open = () => {
    clearTimeout(retryTimer)
    if (source || document.hidden) return
    source = new EventSource(version ? `${address}?since=${encodeURIComponent(version)}` : address)
    source.onopen = () => {
      // Nothing says how old the page is: a change may have come between it and the stream.
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
      // A lost connection the browser mends by itself; a refusal it takes for the last word.
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
  // A page with an open connection is not kept for Back; shown again, it becomes visible again.
  addEventListener('pagehide', close)
  open()
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility)
    removeEventListener('pagehide', close)
    close()
  }
}
