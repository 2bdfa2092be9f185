import type { OrderChangeView, OrderView } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  addedTaxMinor,
  amountOf,
  type ChangedTicket,
  type ChangedTicketSide,
  refundNumberOf,
} from '@foyer/domain'
import { presentQuote } from '../carts/frozen-quote.ts'
import {
  type ChangeRow,
  type HistoryHead,
  type RefundRow,
  type SessionRow,
  selectChanges,
  selectRefunds,
  selectSessions,
} from './history-rows.ts'

export type OrderHistory = Pick<OrderView, 'balance' | 'changes' | 'refunds'>

/** Reads the history of an order: its changes, its refunds, and what they add up to. */
export async function readHistory(tx: TenantTx, order: HistoryHead): Promise<OrderHistory> {
  if (!order.has_history) return presentHistory(order, [], [], new Map())
  const refunds = await selectRefunds(tx, order.id)
  const changes = await selectChanges(tx, order.id)
  const sessions = await selectSessions(tx, changes)
  return presentHistory(order, changes, refunds, sessions)
}

/** The rows of an order's history as its view shows them, with what they add up to. */
function presentHistory(
  order: HistoryHead,
  rows: readonly ChangeRow[],
  refunds: readonly RefundRow[],
  sessions: ReadonlyMap<string, SessionRow>,
): OrderHistory {
  const done = rows.filter(({ state }) => state === 'done')
  const sum = (amountOf: (row: ChangeRow) => number) =>
    done.reduce((total, row) => total + amountOf(row), 0)
  const refundedMinor = refunds
    // A failed refund was returned by the bank. What was captured for a change that could not be made is
    // no part of the order.
    .filter(({ state, kind }) => state !== 'failed' && kind !== 'unplaced')
    .reduce((total, { amount_minor }) => total + amount_minor, 0)
  const paidMinor = order.paid_minor
  const changes: OrderChangeView[] = [
    presentPurchase(order, paidMinor - sum((row) => row.due_minor)),
  ]
  let { totalMinor } = order.purchase_quote
  let creditMinor = 0
  for (const row of done) {
    const before = { totalMinor, creditMinor }
    totalMinor = row.receipt.totalMinor
    creditMinor += row.credit_minor
    changes.push(presentChange(row, before, refunds, sessions))
  }
  const failed = rows.filter(({ state }) => state !== 'done')
  changes.push(...failed.map((row) => presentUnmade(row, refunds, sessions)))
  return {
    balance: {
      paidMinor,
      refundedMinor,
      leftMinor: paidMinor - refundedMinor,
      changeFeesMinor: sum((row) => row.change_fee_minor),
      keptMinor: sum((row) => row.kept_minor),
      creditMinor,
    },
    changes: changes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    refunds: refunds.map(presentRefund),
  }
}

const presentRefund = (refund: RefundRow): OrderView['refunds'][number] => ({
  reference: refundNumberOf(refund.id),
  amountMinor: refund.amount_minor,
  currency: refund.currency,
  state: refund.state,
  at: (refund.settled_at ?? refund.created_at).toISOString(),
})

/** What an entry has unless it says otherwise. */
const EMPTY = {
  outcome: 'done',
  madeBy: 'buyer',
  tickets: [],
  differenceMinor: 0,
  changeFeeMinor: 0,
  paidMinor: 0,
  refundMinor: 0,
  refundReferences: [],
  creditMinor: 0,
  waivedMinor: 0,
  keptMinor: 0,
  receipt: null,
  reason: null,
} satisfies Partial<OrderChangeView>

const presentPurchase = (
  { id, created_at, purchase_quote: quote, is_complimentary }: HistoryHead,
  paidMinor: number,
): OrderChangeView => ({
  ...EMPTY,
  id,
  kind: 'purchase',
  at: created_at.toISOString(),
  madeBy: is_complimentary ? 'organizer' : 'buyer',
  differenceMinor: quote.totalMinor,
  paidMinor,
  receipt: presentQuote(quote),
})

/** One change as its order's history shows it; `before` is the order as it was. */
function presentChange(
  row: ChangeRow,
  before: { totalMinor: number; creditMinor: number },
  refunds: readonly RefundRow[],
  sessions: ReadonlyMap<string, SessionRow>,
): OrderChangeView {
  const creditAfterMinor = before.creditMinor + row.credit_minor
  const refundIds = row.details.refundIds ?? []
  return {
    ...EMPTY,
    id: row.id,
    kind: row.kind,
    at: (row.done_at ?? row.created_at).toISOString(),
    madeBy: row.made_by,
    tickets: presentTickets(row, sessions),
    differenceMinor: row.receipt.totalMinor - before.totalMinor + row.change_fee_minor,
    changeFeeMinor: row.change_fee_minor,
    paidMinor: row.due_minor,
    refundMinor: row.refund_minor,
    refundReferences: refunds.filter(({ id }) => refundIds.includes(id)).map(referenceOf),
    creditMinor: Math.max(0, creditAfterMinor) - Math.max(0, before.creditMinor),
    waivedMinor: Math.max(0, -creditAfterMinor) - Math.max(0, -before.creditMinor),
    keptMinor: row.kept_minor,
    receipt: presentQuote(row.receipt),
    reason: reasonOf(row),
  }
}

/** A change that could no longer be made when its payment arrived. */
function presentUnmade(
  row: ChangeRow,
  refunds: readonly RefundRow[],
  sessions: ReadonlyMap<string, SessionRow>,
): OrderChangeView {
  const own = refunds.filter(({ kind, cart_id }) => kind === 'unplaced' && cart_id === row.id)
  const amountMinor = own.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return {
    ...EMPTY,
    id: row.id,
    kind: row.kind,
    outcome: 'refunded',
    at: (own[0]?.created_at ?? row.created_at).toISOString(),
    tickets: presentTickets(row, sessions),
    paidMinor: amountMinor,
    refundMinor: amountMinor,
    refundReferences: own.map(referenceOf),
    reason: reasonOf(row),
  }
}

/** What the team notes is for the team: only a buyer's own reason is shown. */
const reasonOf = (row: Pick<ChangeRow, 'made_by' | 'reason'>) =>
  row.made_by === 'buyer' ? row.reason : null

const referenceOf = ({ id }: RefundRow) => refundNumberOf(id)

const presentTickets = (
  { details }: ChangeRow,
  sessions: ReadonlyMap<string, SessionRow>,
): OrderChangeView['tickets'] =>
  (details.tickets ?? [])
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, before, after }: ChangedTicket) => {
      const from = presentSide(before, sessions)
      const to = after && presentSide(after, sessions)
      if (!from) return []
      const differenceMinor = (to?.amountMinor ?? 0) - from.amountMinor
      return { number, from, to, differenceMinor }
    })

function presentSide(
  side: ChangedTicketSide,
  sessions: ReadonlyMap<string, SessionRow>,
): OrderChangeView['tickets'][number]['from'] | null {
  const { ticketTypeId, typeName, priceMinor, discountMinor, feeMinor } = side
  const session = sessions.get(side.sessionId)
  if (!session) return null
  return {
    ticketTypeId,
    typeName,
    session: {
      id: session.id,
      startTime: session.starts_at.toISOString(),
      endTime: session.ends_at.toISOString(),
      date: session.local_date,
    },
    priceMinor,
    discountMinor,
    feeMinor,
    taxMinor: addedTaxMinor(side.charges),
    amountMinor: amountOf(side),
  }
}
