import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which systems take the ports of outgoing connections: a client that keeps
// knocking at the port of a killed server could otherwise be given that very port, and meet itself.
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
      // Taken: try another.
    } finally {
      probe.close()
    }
  }
}
