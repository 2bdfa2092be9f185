import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { relayServer } from './relay-server.ts'

/** The way to a database, which can be cut as if its machine were gone. */
export interface CellLine {
  url: string
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function lineTo(databaseUrl: string): Promise<CellLine> {
  const target = new URL(databaseUrl)
  const { server, sockets } = relayServer(() => ({
    port: Number(target.port || 5432),
    host: target.hostname,
  }))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    mend: () => listen(port),
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
