import type { OrderChangeView, OrderView } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  type ChangedTicket,
  type ChangedTicketSide,
  type Quote,
  refundNumberOf,
} from '@foyer/domain'
import { sql } from 'kysely'
import { presentQuote } from '../carts/frozen-quote.ts'

/*
 * What an order is now and how it became so. Pages, lists, mails and documents read it here; decisions
 * behind locks read the same rows with READ_ORDERS.
 */

/** The receipt of an order `o` as it is now: that of its last change, else the quote of its purchase. */
export const presentReceipt = sql<Quote>`coalesce((
  select c.receipt from order_changes c
  where c.tenant_id = o.tenant_id and c.order_id = o.id and c.sequence is not null
  order by c.sequence desc limit 1), o.quote)`

/** What {@link readHistory} has to know of an order `o`; to be selected with the order itself. */
export const historyHead = [
  sql<string>`o.id`.as('id'),
  sql<Date>`o.created_at`.as('created_at'),
  /** The frozen quote that the order was bought at. */
  sql<Quote>`o.quote`.as('purchase_quote'),
  /** What was captured for it: for the purchase, and for each change that cost more. */
  sql<number>`(
    select coalesce(sum(c.captured_minor), 0)::integer from payments c
    where c.tenant_id = o.tenant_id and c.order_id = o.id)`.as('paid_minor'),
  /** Whether it has changes or refunds: an order without them needs no further statement. */
  sql<boolean>`exists (
    select from order_changes c
    where c.tenant_id = o.tenant_id and c.order_id = o.id and c.state <> 'open')`.as('has_history'),
] as const

interface HistoryHead {
  id: string
  created_at: Date
  purchase_quote: Quote
  paid_minor: number
  has_history: boolean
}

export type OrderHistory = Pick<OrderView, 'balance' | 'changes' | 'refunds'>

/** Reads the history of an order: its changes, its refunds, and what they add up to. */
export async function readHistory(tx: TenantTx, order: HistoryHead): Promise<OrderHistory> {
  if (!order.has_history) return historyOf(order, [], [], new Map())
  const refunds = await selectRefunds(tx, order.id)
  const changes = await selectChanges(tx, order.id)
  const sessions = await selectSessions(tx, changes)
  return historyOf(order, changes, refunds, sessions)
}

/** Selects the refunds of an order, oldest first. */
const selectRefunds = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.id', 'r.kind', 'r.amount_minor', 'r.currency', 'r.state'])
    .select(['r.created_at', 'r.settled_at'])
    // The cart of a change that has to be paid for has the id of the change.
    .select('p.cart_id')
    .where('r.order_id', '=', orderId)
    .orderBy('r.created_at')
    .execute()

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

/** Selects the changes that were made, and those whose payment was refunded instead. */
const selectChanges = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_changes as c')
    .select(['c.id', 'c.kind', 'c.state', 'c.receipt', 'c.created_at', 'c.done_at'])
    .select(['c.due_minor', 'c.refund_minor', 'c.credit_minor', 'c.kept_minor'])
    .select(['c.change_fee_minor', 'c.reason', 'c.made_by', 'c.details'])
    .where('c.order_id', '=', orderId)
    .where(
      sql<boolean>`(c.state = 'done' or c.state = 'ended' and exists (
        select from refunds r
        join payments p on p.tenant_id = r.tenant_id and p.id = r.payment_id
        where r.tenant_id = c.tenant_id and r.order_id = c.order_id and r.kind = 'unplaced'
          and p.cart_id = c.id))`,
    )
    .orderBy('c.sequence')
    .modifyEnd(sql`/* named: order_history */`)
    .execute()

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number]

async function selectSessions(tx: TenantTx, changes: readonly ChangeRow[]) {
  const ids = new Set(
    changes.flatMap(({ details }) =>
      (details.tickets ?? []).flatMap(({ before, after }) => [
        before.sessionId,
        ...(after ? [after.sessionId] : []),
      ]),
    ),
  )
  if (ids.size === 0) return new Map<string, SessionRow>()
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'starts_at', 'ends_at', 'local_date'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map<string, SessionRow>(rows.map((row) => [row.id, row]))
}

interface SessionRow {
  id: string
  starts_at: Date
  ends_at: Date
  local_date: string
}

function historyOf(
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
  // The buyer need not know whether the provider has the refund already.
  state: refund.state === 'queued' ? 'pending' : refund.state,
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
  { id, created_at, purchase_quote: quote }: HistoryHead,
  paidMinor: number,
): OrderChangeView => ({
  ...EMPTY,
  id,
  kind: 'purchase',
  at: created_at.toISOString(),
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
    reason: row.made_by === 'buyer' ? row.reason : null,
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
    reason: row.reason,
  }
}

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
  { ticketTypeId, typeName, sessionId, priceMinor, discountMinor, feeMinor }: ChangedTicketSide,
  sessions: ReadonlyMap<string, SessionRow>,
): OrderChangeView['tickets'][number]['from'] | null {
  const session = sessions.get(sessionId)
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
    amountMinor: priceMinor - discountMinor + feeMinor,
  }
}
