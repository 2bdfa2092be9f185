import { BoundedMap } from '../bounded-map.ts'

/** More carts than hold tickets in one process at a time. */
const MOST = 20_000

/**
 * The sessions where this process last saw a cart hold tickets. It is a guess that spares an
 * operation its second try; if it is wrong or missing, the operation widens.
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
