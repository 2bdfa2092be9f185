import { BoundedMap } from '../bounded-map.ts'

/** Carts that are remembered: more than a process holds at a time. */
const MOST = 20_000

/**
 * In which sessions carts held tickets when this process saw them last. Only a guess, which spares
 * an operation its second look: where it is wrong or missing, the operation widens.
 */
export class CartLocationCache {
  readonly #seen = new BoundedMap<string, Seen>(MOST)

  guess(tenantId: number, cartIds: readonly string[]): readonly string[] {
    return cartIds.flatMap((cartId) => {
      const seen = this.#seen.get(cartId)
      return seen?.tenantId === tenantId ? seen.sessionIds : []
    })
  }

  note(tenantId: number, cartId: string, sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) this.#seen.set(cartId, { tenantId, sessionIds })
  }
}

interface Seen {
  tenantId: number
  sessionIds: readonly string[]
}
