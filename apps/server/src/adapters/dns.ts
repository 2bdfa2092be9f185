import { Resolver } from 'node:dns/promises'

/** Looks at the DNS of the world. A name without records gives an empty list, as an error does. */
export interface Dns {
  /** The texts of a name, each joined from its parts. */
  texts(name: string): Promise<string[]>
  /** The name that a name is an alias of. */
  aliases(name: string): Promise<string[]>
  /** Addresses of both kinds. */
  addresses(name: string): Promise<string[]>
}

const TIMEOUTS = { timeout: 2000, tries: 2 }

export function createDns(): Dns {
  const resolver = new Resolver(TIMEOUTS)
  const orNone = <T>(found: Promise<T[]>): Promise<T[]> => found.catch(() => [])
  return {
    texts: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    aliases: (name) => orNone(resolver.resolveCname(name)),
    addresses: async (name) =>
      (
        await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])
      ).flat(),
  }
}
