import type { MailDataOf } from '@foyer/domain'
import type {
  LaneChange,
  LaneOrder,
  LaneTicket,
  NewOrder,
  NewTicket,
  OrderUpdate,
} from './order-types.ts'

/** The mail about a change of an order. */
export interface ChangeMail {
  id: string
  orderId: string
  recipient: string
  kind: 'reschedule' | 'upgrade' | 'cancellation'
  data: MailDataOf['reschedule' | 'upgrade' | 'cancellation']
}

/** The locked orders of a batch, and what is to be written of orders, tickets and changes. */
export class OrderBook {
  readonly #byId: ReadonlyMap<string, LaneOrder>
  readonly #new: NewOrder[] = []
  readonly #updates = new Map<string, OrderUpdate>()
  readonly #endedTickets = new Set<LaneTicket>()
  readonly #newTickets = new Map<
    LaneTicket,
    { validationCode: string; orderId: string; eventId: string }
  >()
  readonly #endedAddOns = new Set<string>()
  readonly #changes = new Set<LaneChange>()
  readonly #mails: ChangeMail[] = []

  constructor(read: readonly LaneOrder[]) {
    this.#byId = new Map(read.map((order) => [order.id, order]))
  }

  of(id: string): LaneOrder | undefined {
    return this.#byId.get(id)
  }

  create(order: NewOrder): void {
    this.#new.push(order)
  }

  /** Changes the row of an order. Of two changes in a batch the later counts, in what it sets. */
  update(change: OrderUpdate): void {
    const before = this.#updates.get(change.id)
    this.#updates.set(change.id, {
      id: change.id,
      status: change.status ?? before?.status ?? null,
      sessionId: change.sessionId ?? before?.sessionId ?? null,
    })
  }

  /** Ends tickets of an order. */
  endTickets(order: LaneOrder, ticketIds: readonly string[]): void {
    for (const ticket of order.tickets) {
      if (ticketIds.includes(ticket.id)) this.#end(ticket, null)
    }
  }

  /** Ends a ticket and issues the one that takes its place. */
  replaceTicket(order: LaneOrder, ticketId: string, ticket: NewTicket): void {
    const old = order.tickets.find(({ id }) => id === ticketId)
    if (!old) throw new Error(`Ticket ${ticketId} is not one of the order`)
    this.#end(old, ticket.id)
    const { validationCode, ...issued } = ticket
    const added: LaneTicket = { ...issued, isRedeemed: false, status: 'VALID', replacedBy: null }
    order.tickets.push(added)
    this.#newTickets.set(added, { validationCode, orderId: order.id, eventId: order.eventId })
  }

  #end(ticket: LaneTicket, replacedBy: string | null): void {
    Object.assign(ticket, { status: 'CANCELLED', replacedBy })
    // A ticket that this batch has issued is inserted in its final state.
    if (!this.#newTickets.has(ticket)) this.#endedTickets.add(ticket)
  }

  endAddOns(order: LaneOrder): void {
    for (const addOn of order.addOns) {
      if (addOn.status !== 'VALID') continue
      addOn.status = 'CANCELLED'
      this.#endedAddOns.add(addOn.id)
    }
  }

  /** Writes a change of an order, new or known, as it is when the batch is written. */
  writeChange(order: LaneOrder, change: LaneChange): void {
    if (!order.changes.includes(change)) order.changes.push(change)
    this.#changes.add(change)
  }

  mail(mail: ChangeMail): void {
    this.#mails.push(mail)
  }

  rows() {
    return {
      created: this.#new,
      updates: [...this.#updates.values()],
      ticketUpdates: [...this.#endedTickets].map(({ id, status, replacedBy }) => ({
        id,
        status,
        replacedBy,
      })),
      newTickets: [...this.#newTickets].map(([ticket, more]) => ({ ...ticket, ...more })),
      endedAddOnIds: [...this.#endedAddOns],
      changes: [...this.#changes],
      mails: this.#mails,
    }
  }
}
