import { once } from 'node:events'
import { createServer } from 'node:net'
import { CommandError } from '@foyer/testkit/command'
import { HOST, PORTS } from './layout.ts'

/** @throws CommandError if another program listens on one of the cluster's ports */
export async function assertPortsFree(first: number): Promise<void> {
  const busy = await findBusyPort(first)
  if (busy === null) return
  throw new CommandError(
    `Port ${busy} is in use by another program. The cluster needs the ports ${first} to ${first + PORTS - 1}: free them, or name other ones with --port and another folder with --data.`,
  )
}

/** The first of the cluster's ports that is in use; null if all are free. */
export async function findBusyPort(first: number): Promise<number | null> {
  for (let port = first; port < first + PORTS; port += 1) {
    const probe = createServer()
    try {
      probe.listen(port, HOST)
      await once(probe, 'listening')
    } catch {
      return port
    } finally {
      probe.close()
    }
  }
  return null
}
