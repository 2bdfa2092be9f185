import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startTestServer } from '@foyer/testkit'
import { expect, test } from 'vitest'

const REQUEST = Buffer.from(`GET /api/tenant HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(2000)}`)
const BYTE_EVERY_MS = 20

/** Sends a byte now and then, and ends neither the request nor its side of the connection. */
function dribble(url: string): { socket: Socket; stop(): void } {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.on('error', () => {})
  let sent = 0
  const timer = setInterval(() => {
    if (socket.destroyed) return
    socket.write(REQUEST.subarray(sent, sent + 1))
    sent += 1
  }, BYTE_EVERY_MS)
  return {
    socket,
    stop() {
      clearInterval(timer)
      socket.destroy()
    },
  }
}

test('a request that arrives too slowly gets 408, and its connection ends although the client goes on sending', async () => {
  const server = await startTestServer({ jobs: false, bounds: { requestMs: 300 } })
  const client = dribble(server.url)
  try {
    // Not once(): it would reject because of the last byte, which the server no longer reads.
    const closed = new Promise((resolve) => client.socket.once('close', resolve))
    const [answer]: unknown[] = await once(client.socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
    await closed
  } finally {
    client.stop()
    await server.close()
  }
})
