import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { relayServer } from './relay-server.ts'

/** A port that leads to one server at a time, as that of a proxy before a cluster. */
export interface SwitchablePort {
  /** The address of a database, at this port. */
  urlFor(url: string): string
  /** Ends every connection; new ones lead to the port of this address. */
  leadTo(url: string): void
  close(): void
}

export async function openSwitchablePort(url: string): Promise<SwitchablePort> {
  let target = portOf(url)
  const { server, sockets } = relayServer(() => ({ port: target, host: '127.0.0.1' }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlFor(address) {
      const here = new URL(address)
      here.port = String(port)
      return here.href
    },
    leadTo(address) {
      target = portOf(address)
      for (const socket of sockets) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const portOf = (url: string) => Number(new URL(url).port)
