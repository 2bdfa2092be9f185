import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from './harness/attack.ts'
import { bytesOf } from './harness/raw.ts'

const CONNECTIONS = 400
const BYTE_EVERY_MS = 500
/** In production a minute; the server then checks within another half. */
const REQUEST_MS = 2000

/** Connections that send single bytes of a request and never complete it. */
export const slowSenders: Attack = {
  kind: 'slow-senders',
  name: `${CONNECTIONS} connections that send a byte every ${BYTE_EVERY_MS} ms`,
  seconds: 12,
  showsAs: ['share'],
  bounds: { requestMs: REQUEST_MS },
  control: { without: 'the time in which a request has to arrive', bounds: { requestMs: 0 } },
  async attack({ url }, tally, signal) {
    const { hostname, port } = new URL(url)
    const bytes = bytesOf('GET', '/api/tenant', { headers: { 'x-long': 'x'.repeat(1000) } })
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      return socket
    })
    for (let sent = 0; !signal.aborted; sent += 1) {
      for (const socket of sockets) {
        if (!socket.destroyed) socket.write(bytes.subarray(sent, sent + 1))
      }
      await delay(BYTE_EVERY_MS)
    }
    tally.open = sockets.filter((socket) => !socket.destroyed).length
    for (const socket of sockets) socket.destroy()
  },
  judge({ tally }) {
    const open = tally.open ?? 0
    if (open === 0) return []
    return [
      {
        criterion: 'share',
        text: `${open} connections that never sent a whole request were kept open`,
      },
    ]
  },
}
