import type { LaneHold } from './hold-types.ts'

/** Finds the holds of a batch, those read and those made, by id, cart and request. */
export class HoldIndex {
  readonly #byId = new Map<string, LaneHold>()
  readonly #liveByCart = new Map<string, Map<string, LaneHold>>()
  readonly #byRequest = new Map<string, LaneHold[]>()

  constructor(read: readonly LaneHold[]) {
    for (const hold of read) {
      // A hold that several operations need is read several times.
      if (!this.#byId.has(hold.id)) this.add({ ...hold })
    }
  }

  all(): LaneHold[] {
    return [...this.#byId.values()]
  }

  byIds(ids: readonly string[]): LaneHold[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? [])
  }

  /** The holds of a cart in state `held`. */
  heldOf(cartId: string): LaneHold[] {
    return [...(this.#liveByCart.get(cartId)?.values() ?? [])]
  }

  ofRequest(key: string): LaneHold[] | undefined {
    return this.#byRequest.get(key)
  }

  add(hold: LaneHold): void {
    this.#byId.set(hold.id, hold)
    if (hold.request) {
      const others = this.#byRequest.get(hold.request.key)
      if (others) others.push(hold)
      else this.#byRequest.set(hold.request.key, [hold])
    }
    if (hold.state !== 'held') return
    const live = this.#liveByCart.get(hold.cart.id)
    if (live) live.set(hold.id, hold)
    else this.#liveByCart.set(hold.cart.id, new Map([[hold.id, hold]]))
  }

  /** Removes a hold from the live holds of its cart. */
  endOf(hold: LaneHold): void {
    this.#liveByCart.get(hold.cart.id)?.delete(hold.id)
  }
}
