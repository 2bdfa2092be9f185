import {
  type ChangeParams,
  type deskChanges,
  granted,
  type ResultOf,
  refused,
} from '@foyer/contract'
import { formatAmount, orderNumberOf, toMajor } from '@foyer/domain'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { queueMail } from '../../engine/mails/queue-mail.ts'
import { cancelTicketsOp } from '../../engine/orders/cancel-tickets.ts'
import { type OrderRow, selectOpenOrder } from '../../engine/orders/find-order.ts'
import type { HeldChange } from '../../engine/orders/hold-change.ts'
import { offerPath, selectOpenOffer } from '../../engine/orders/offered-change.ts'
import { payForChange } from '../../engine/orders/pay-for-change.ts'
import { ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { changeOrder } from './change-order.ts'

type ChangeCall = Call<typeof deskChanges.changeAtDesk>
type Changed = ResultOf<typeof deskChanges.changeAtDesk>

/** The order of a call of the desk; undefined if there is none, or if it was erased. */
export const openOrderOf = ({
  context,
  tenant,
  params: { orderId },
}: Pick<ChangeCall, 'context' | 'tenant' | 'params'>): Promise<OrderRow | undefined> =>
  context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, orderId))

/** Changes tickets for their buyer. If that costs more, the buyer is asked to pay, and it is made then. */
export async function changeAtDesk(call: ChangeCall): Promise<Changed> {
  const { context, tenant, principal, request, body } = call
  const { change: wanted, shown, reason } = body
  const change = { ...wanted, reason }
  const row = await openOrderOf(call)
  if (!row) return ORDER_NOT_FOUND
  if (shown.dueMinor > 0) return offerChange(call, row, change)
  const changed = await changeOrder(
    { context, tenant, client: request.network },
    row.id,
    change,
    null,
    {
      personId: principal.session.personId,
      problemWith: ({ amountMinor }) =>
        amountMinor === shown.refundMinor
          ? null
          : refused(
              'amount_mismatch',
              `The refund is ${formatAmount(amountMinor, row.quote.currency)} now. Nothing was changed; please look at the new figures.`,
            ),
    },
  )
  return changed.ok ? granted({ payment: null }) : changed
}

const OTHER_PRICE = refused(
  'amount_mismatch',
  'The difference is not what it was. Nothing was held or mailed; please look at the new figures.',
)

/** Holds the new tickets and mails the buyer the link to where the difference is paid. */
async function offerChange(
  { context, tenant, principal, request, body: { shown } }: ChangeCall,
  row: OrderRow,
  change: ChangeParams,
): Promise<Changed> {
  const { currency } = row.quote
  const paid = await payForChange(
    context,
    tenant,
    {
      orderId: row.id,
      change,
      amount: toMajor(shown.dueMinor, currency),
      currency,
      madeBy: 'organizer',
      network: request.network,
    },
    (err) => request.log.warn({ err }, 'payment provider refused or unreachable'),
  )
  if (!paid.ok) return paid.refusal.code === 'amount_mismatch' ? OTHER_PRICE : paid
  const { held } = paid.value
  const path = await context.db.withTenant(tenant.id, async (tx) => {
    const offer = await selectOpenOffer(tx, row.id)
    // Paid, withdrawn or replaced in the moment since it was held.
    if (offer?.id !== held.changeId) return null
    const link = offerPath(context, tenant, row, offer)
    await queueMail(tx, {
      kind: 'session_message',
      orderId: row.id,
      recipient: row.email,
      data: { ...mailText(row, change, held), path: link },
      // A repeated request finds the change held, and its mail on the way.
      onceKey: `change-payment:${held.changeId}`,
    })
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'order.change_offered',
      entityId: row.id,
      entityName: orderNumberOf(row.id),
      after: {
        change: change.type,
        amount: formatAmount(shown.dueMinor, currency),
        reason: change.reason || null,
      },
    })
    return link
  })
  if (!path) return OTHER_PRICE
  context.kickJobs(tenant.id)
  return granted({
    payment: {
      url: siteOf(context.origin(), tenant) + path,
      email: row.email,
      amountMinor: held.quote.totalMinor,
      currency,
      heldUntil: held.expiresAt.toISOString(),
    },
  })
}

function mailText(
  { event_name, quote: { currency }, timezone }: OrderRow,
  { type }: ChangeParams,
  { quote, expiresAt }: HeldChange,
) {
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: timezone })
  const amount = formatAmount(quote.totalMinor, currency)
  const what = type === 'reschedule' ? 'new time' : 'upgrade'
  return {
    subject: `Please pay for your ${what}: ${event_name}`,
    body: [
      `As you asked us, your ${what} for ${event_name} is ready. It costs ${amount} more. Please pay it to make the change.`,
      `We hold the new tickets until ${time.format(expiresAt)} (${timezone}). After that you can still pay as long as there is room, at the price that is shown then. Until you have paid, the tickets that you have stay valid.`,
    ].join('\n\n'),
    action: `Pay ${amount}`,
    note: 'The link opens this payment and nothing else of your order. It ends after a week.',
  }
}

type Cancelled = ResultOf<typeof deskChanges.cancelAtDesk>

/** Ends tickets, if the policy's refund is still what the person saw; the policy binds buyers alone. */
export async function cancelAtDesk(
  call: Call<typeof deskChanges.cancelAtDesk>,
): Promise<Cancelled> {
  const { context, tenant, principal, request, body } = call
  const row = await openOrderOf(call)
  if (!row) return ORDER_NOT_FOUND
  const cancelled = await context.lanes.submit(
    tenant.id,
    cancelTicketsOp(row.id, {
      ticketIds: body.ticketIds,
      refundMinor: body.shown.refundMinor,
      reason: body.reason,
      clerk: { personId: principal.session.personId },
    }),
    request.network,
  )
  if (!cancelled.ok) return cancelled
  context.kickJobs(tenant.id)
  const { refundMinor, currency, ticketIds } = cancelled.value
  return granted({ refundMinor, currency, ticketCount: ticketIds.length })
}
