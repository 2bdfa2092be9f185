/** The port that a server listens on. */
export function portOf(server: { address(): { port: number } | string | null }): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen')
  return address.port
}
