import type { LiveChanges } from '@foyer/contract'
import type { TestBrowser } from '@foyer/testkit'

interface LiveMessage {
  /** 'message' if the stream gives it no name. */
  event: string
  version: number
  data: Partial<LiveChanges>
}

export interface LiveView {
  response: Response
  messages: LiveMessage[]
  /** The server ended the stream. */
  readonly isEnded: boolean
  close(): void
}

/** Listens to an event as a browser's EventSource would. */
export async function watchLive(
  browser: TestBrowser,
  eventId: string,
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<LiveView> {
  const leaving = new AbortController()
  const response = await browser.fetch(`/api/events/${eventId}/live${options.query ?? ''}`, {
    signal: leaving.signal,
    headers: { accept: 'text/event-stream', ...options.headers },
  })
  const messages: LiveMessage[] = []
  let isEnded = false
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      messages.push(...blocks.flatMap(messageOf))
    }
    isEnded = true
  }
  if (response.status === 200) void read().catch(() => {})
  return {
    response,
    messages,
    get isEnded() {
      return isEnded
    },
    close: () => leaving.abort(),
  }
}

function messageOf(block: string): LiveMessage[] {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [
    {
      event: fields.get('event') ?? 'message',
      version: Number(fields.get('id')),
      data: JSON.parse(data),
    },
  ]
}
