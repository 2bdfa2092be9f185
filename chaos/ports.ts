import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which systems take the ports of outgoing connections. Otherwise a client that
// keeps connecting to a killed server's port could get that port itself and connect to itself.
const FIRST = 20_000
const COUNT = 10_000

/** A port that is free now and that no outgoing connection will take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const probe = createServer()
    try {
      probe.listen(port, '127.0.0.1')
      await once(probe, 'listening')
      return port
    } catch {
      // The port is in use: try another.
    } finally {
      probe.close()
    }
  }
}
