import { poolsOf } from '../stock/stock-items.ts'
import type {
  BatchWrites,
  LedgerEntry,
  LedgerKind,
  OrderChange,
  TicketChange,
} from './batch-writes.ts'
import type { StockLine } from './lane-types.ts'

type Rows = Pick<
  BatchWrites,
  'ledger' | 'deltas' | 'addOns' | 'contacts' | 'orders' | 'orderChanges' | 'ticketChanges'
>
type List<K extends keyof Rows> = Rows[K][number][]

/** What a batch is going to write besides its holds, gathered operation by operation. */
export interface Draft {
  /** Notes a movement of stock, in its ledger and in its counters. */
  move(hold: StockLine & { id: string }, kind: LedgerKind, held: number, sold: number): void
  addOns: List<'addOns'>
  /** By cart: of two in one batch the later counts. */
  contacts: Map<string, Rows['contacts'][number]>
  orders: List<'orders'>
  /** Of two changes of one row in a batch the later counts, wherever it says anything. */
  changeOrder(change: OrderChange): void
  changeTicket(change: TicketChange): void
  rows(): Rows
}

export function createDraft(): Draft {
  const ledger = new Map<string, LedgerEntry>()
  const deltas = new Map<string, Rows['deltas'][number]>()
  const orderChanges = new Map<string, OrderChange>()
  const ticketChanges = new Map<string, TicketChange>()

  function change(sessionId: string, poolId: string, held: number, sold: number): void {
    const key = `${sessionId}/${poolId}`
    const delta = deltas.get(key) ?? { sessionId, poolId, held: 0, sold: 0 }
    delta.held += held
    delta.sold += sold
    deltas.set(key, delta)
  }

  const draft: Draft = {
    addOns: [],
    contacts: new Map(),
    orders: [],
    move(hold, kind, held, sold) {
      const { id, sessionId, ticketTypeId } = hold
      const key = `${sessionId}/${ticketTypeId}/${kind}`
      const entry = ledger.get(key) ?? {
        sessionId,
        ticketTypeId,
        kind,
        heldDelta: 0,
        soldDelta: 0,
        holdIds: [],
      }
      entry.heldDelta += held
      entry.soldDelta += sold
      entry.holdIds.push(id)
      ledger.set(key, entry)
      for (const poolId of poolsOf(hold)) change(sessionId, poolId, held, sold)
    },
    changeOrder(change) {
      const before = orderChanges.get(change.id)
      orderChanges.set(change.id, {
        id: change.id,
        status: change.status ?? before?.status ?? null,
        sessionId: change.sessionId ?? before?.sessionId ?? null,
        reschedules: change.reschedules + (before?.reschedules ?? 0),
        mailId: change.mailId ?? before?.mailId ?? null,
      })
    },
    changeTicket(change) {
      const before = ticketChanges.get(change.id)
      ticketChanges.set(change.id, {
        ...change,
        sessionId: change.sessionId ?? before?.sessionId ?? null,
        validationCode: change.validationCode ?? before?.validationCode ?? null,
      })
    },
    rows: () => ({
      ledger: [...ledger.values()],
      deltas: [...deltas.values()].filter((delta) => delta.held !== 0 || delta.sold !== 0),
      addOns: draft.addOns,
      contacts: [...draft.contacts.values()],
      orders: draft.orders,
      orderChanges: [...orderChanges.values()],
      ticketChanges: [...ticketChanges.values()],
    }),
  }
  return draft
}
