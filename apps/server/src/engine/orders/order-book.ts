import type { LaneOrder, NewOrder, OrderChange, TicketChange } from './order-types.ts'

/** The locked orders of a batch, and the changes of orders and tickets to write. */
export class OrderBook {
  readonly #byId: ReadonlyMap<string, LaneOrder>
  readonly #new: NewOrder[] = []
  readonly #changes = new Map<string, OrderChange>()
  readonly #ticketChanges = new Map<string, TicketChange>()

  constructor(read: readonly LaneOrder[]) {
    this.#byId = new Map(read.map((order) => [order.id, order]))
  }

  of(id: string): LaneOrder | undefined {
    return this.#byId.get(id)
  }

  create(order: NewOrder): void {
    this.#new.push(order)
  }

  /** Changes the row of an order. A later change in the batch overrides the fields that it sets. */
  change(change: OrderChange): void {
    const before = this.#changes.get(change.id)
    this.#changes.set(change.id, {
      id: change.id,
      status: change.status ?? before?.status ?? null,
      sessionId: change.sessionId ?? before?.sessionId ?? null,
      reschedules: change.reschedules + (before?.reschedules ?? 0),
      mailId: change.mailId ?? before?.mailId ?? null,
    })
  }

  /** Changes the row of a ticket. A later change in the batch overrides the fields that it sets. */
  changeTicket(change: TicketChange): void {
    const before = this.#ticketChanges.get(change.id)
    this.#ticketChanges.set(change.id, {
      ...change,
      sessionId: change.sessionId ?? before?.sessionId ?? null,
      validationCode: change.validationCode ?? before?.validationCode ?? null,
    })
  }

  rows() {
    return {
      created: this.#new,
      changes: [...this.#changes.values()],
      ticketChanges: [...this.#ticketChanges.values()],
    }
  }
}
