import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { BOUNDS } from '@foyer/server/bounds'
import type { Attack } from './harness/attack.ts'
import { openOffice, workBeside } from './harness/offices.ts'
import { bytesOf } from './harness/raw.ts'

/** Together they fill what may be arriving at a time, but for less than the other organizer's picture. */
const CONNECTIONS = 36
const BYTE_EVERY_MS = 500
const BYTES = 5_000_000

/** Pictures that arrive byte by byte, while another organizer uploads one. */
export const slowUploads: Attack = {
  kind: 'slow-uploads',
  name: `an organizer uploads ${CONNECTIONS} pictures, a byte every ${BYTE_EVERY_MS} ms`,
  by: 'organizer',
  showsAs: ['refused'],
  control: {
    without: 'the share of one organizer in what is arriving',
    bounds: { bodies: { ...BOUNDS.bodies, perCaller: Number.MAX_SAFE_INTEGER } },
  },
  async prepare(site) {
    const office = await openOffice(site)
    const { eventId } = await site.build.event({ tenantId: office.tenantId })
    return { ...office.headers, path: pathOf(eventId) }
  },
  async attack({ url, prepared: { path = '', ...headers } }, tally, signal) {
    const { hostname, port } = new URL(url)
    const head = bytesOf('POST', path, {
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-length': String(BYTES),
      },
    })
    const open = (): Socket => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      // A refusal is answered while the body is still on its way.
      socket.on('data', () => socket.destroy())
      socket.write(head)
      tally.begun = (tally.begun ?? 0) + 1
      return socket
    }
    const sockets = Array.from({ length: CONNECTIONS }, open)
    while (!signal.aborted) {
      for (const [index, socket] of sockets.entries()) {
        if (socket.destroyed) sockets[index] = open()
        else socket.write('x')
      }
      await delay(BYTE_EVERY_MS)
    }
    for (const socket of sockets) socket.destroy()
  },
  async during(site, seconds) {
    const { eventId } = await site.build.event({ tenantId: site.beside.tenantId })
    // As large as a photograph. Once it is read, it is refused as none, in no time.
    const file = Buffer.alloc(9_000_000)
    return workBeside(site, seconds, {
      method: 'POST',
      path: pathOf(eventId),
      file,
      status: 415,
    })
  },
}

const pathOf = (eventId: string) =>
  `/api/admin/events/${eventId}/picture?alt=A&focusX=0.5&focusY=0.5`
