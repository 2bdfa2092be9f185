/** A subscriber of an event's live stream, with the last reported number of free tickets per session. */
export interface LiveView {
  /** Resolves when the session is reported with at most `room` free tickets, or after `timeoutMs`. */
  shows(sessionId: string, room: number, timeoutMs: number): Promise<boolean>
  close(): void
}

interface Change {
  sessions?: Record<string, { room: number | null }>
}

/** Null if the server has no such stream. */
export async function openLiveView(origin: string, eventId: string): Promise<LiveView | null> {
  const abort = new AbortController()
  const answer = await fetch(`${origin}/api/events/${eventId}/live`, {
    headers: { accept: 'text/event-stream' },
    signal: abort.signal,
  })
  if (!answer.ok || !answer.body) {
    abort.abort()
    return null
  }
  const rooms = new Map<string, number>()
  let onChange = () => {}
  const { body } = answer
  const read = async () => {
    for await (const change of changesOf(body)) {
      for (const [id, { room }] of Object.entries(change.sessions ?? {})) {
        if (room !== null) rooms.set(id, room)
      }
      onChange()
    }
  }
  // The stream ends when it is closed, which is no failure.
  read().catch(() => {})
  return {
    shows: (sessionId, room, timeoutMs) =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => settle(false), timeoutMs)
        const settle = (isShown: boolean) => {
          clearTimeout(giveUp)
          onChange = () => {}
          resolve(isShown)
        }
        onChange = () => {
          if ((rooms.get(sessionId) ?? Number.POSITIVE_INFINITY) <= room) settle(true)
        }
        onChange()
      }),
    close: () => abort.abort(),
  }
}

async function* changesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Change> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (\{.*\})$/m.exec(message)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}
