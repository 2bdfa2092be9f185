import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freshAddress } from './harness/addresses.ts'
import type { Attack, Site } from './harness/attack.ts'
import { bytesOf } from './harness/raw.ts'

/** The server's bound on streams in this row; in production it is 10,000. */
const STREAMS = 500
/** The contract's limit of open streams per network. */
const MAX_STREAMS = 200
const HONEST = 10

/** One address opens live streams until the server refuses more, and keeps them open. */
export const streamHog: Attack = {
  kind: 'stream-hog',
  name: `live streams from one address until all ${STREAMS} are taken`,
  variables: { MAX_LIVE_STREAMS: String(STREAMS) },
  showsAs: ['share', 'refused'],
  control: { without: 'the bound on streams of one network', isOneAddressMany: true },
  async attack({ url, eventId }, tally, signal) {
    const streams = await Promise.all(
      Array.from({ length: STREAMS + 50 }, async (_, index) => {
        await delay(index * 5)
        return openStream(url, eventId)
      }),
    )
    const open = streams.filter(({ status }) => status === 200)
    tally.streams = open.length
    tally.refused = streams.length - open.length
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    for (const { socket } of streams) socket.destroy()
  },
  async during(site, seconds) {
    await delay(seconds * 700)
    return honestStreams(site)
  },
  judge({ tally }) {
    const streams = tally.streams ?? 0
    if (streams <= MAX_STREAMS) return []
    return [{ criterion: 'share', text: `one address has ${streams} of ${STREAMS} streams` }]
  },
}

async function honestStreams(site: Site) {
  const streams = await Promise.all(
    Array.from({ length: HONEST }, () => openStream(site.url, site.eventId, freshAddress())),
  )
  for (const { socket } of streams) socket.destroy()
  const refused = streams.filter(({ status }) => status !== 200)
  if (refused.length === 0) return []
  const text = `${refused.length} of ${HONEST} honest buyers got no stream: ${refused[0]?.status}`
  return [{ criterion: 'refused' as const, text }]
}

/** Resolves with the status of the answer; 0 if the connection ended without one. */
function openStream(
  url: string,
  eventId: string,
  address?: string,
): Promise<{ status: number; socket: Socket }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const path = `/api/events/${eventId}/live`
    socket.write(bytesOf('GET', path, address ? { address } : {}))
    socket.once('data', (chunk) =>
      resolve({ status: Number(chunk.toString('latin1').slice(9, 12)), socket }),
    )
    socket.on('error', () => {})
    socket.once('close', () => resolve({ status: 0, socket }))
  })
}
