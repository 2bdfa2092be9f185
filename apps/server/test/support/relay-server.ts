import { connect, createServer, type Server, type Socket } from 'node:net'

/** A server that carries bytes between its clients and `target`, and its open sockets of both sides. */
export function relayServer(target: () => { port: number; host: string }): {
  server: Server
  sockets: ReadonlySet<Socket>
} {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const { port, host } = target()
    const far = connect(port, host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  return { server, sockets }
}
