import type { TenantTx } from '@foyer/db'
import { type TicketClaim, verifyTicketCode } from '@foyer/domain'
import type { Context, Tenant } from '../../src/context.ts'

/** The ticket that a code belongs to. */
interface CheckedTicket {
  id: string
  orderId: string
  sessionId: string
  number: number
  typeName: string
}

/** The result of a scan at a door. A code of another tenant counts as unknown. */
export type CheckedCode =
  | { state: 'valid'; ticket: CheckedTicket }
  | { state: 'redeemed'; ticket: CheckedTicket; redeemedAt: Date }
  /** The ticket was rescheduled or upgraded; `replacement` is the new ticket, in any state. */
  | { state: 'replaced'; ticket: CheckedTicket; replacement: CheckedTicket }
  /** `revoked`: the ticket was issued again, and now has another code. */
  | { state: 'revoked' | 'cancelled'; ticket: CheckedTicket }
  | { state: 'unreadable' | 'unknown_key' | 'forged' | 'unknown_ticket' }

/**
 * What a door would find in the text of a ticket's QR code: the signature decides first, then the row
 * of the ticket. The product has no door yet. It changes nothing.
 */
export async function checkTicketCode(
  context: Context,
  tenant: Tenant,
  text: string,
): Promise<CheckedCode> {
  const verified = await verifyTicketCode([context.secrets.ticketKey(tenant.id)], text)
  if (!verified.ok) return { state: verified.reason }
  const { claim } = verified
  return context.db.withTenant(tenant.id, async (tx): Promise<CheckedCode> => {
    const row = await selectTicket(tx, claim.ticketId)
    if (!row) return { state: 'unknown_ticket' }
    if (!row.replaced_by) return stateOf(row, claim)
    // It may have been changed several times since it was printed.
    let last = row
    while (last.replaced_by) {
      const next = await selectTicket(tx, last.replaced_by)
      if (!next) break
      last = next
    }
    return { state: 'replaced', ticket: checkedTicket(row), replacement: checkedTicket(last) }
  })
}

const selectTicket = (tx: TenantTx, ticketId: string) =>
  tx
    .selectFrom('tickets')
    .select(['id', 'order_id', 'session_id', 'number', 'type_name'])
    .select(['status', 'validation_code', 'redeemed_at', 'replaced_by'])
    .where('id', '=', ticketId)
    .executeTakeFirst()

type TicketRow = NonNullable<Awaited<ReturnType<typeof selectTicket>>>

const checkedTicket = (row: TicketRow): CheckedTicket => ({
  id: row.id,
  orderId: row.order_id,
  sessionId: row.session_id,
  number: row.number,
  typeName: row.type_name,
})

function stateOf(row: TicketRow, claim: TicketClaim): CheckedCode {
  const ticket = checkedTicket(row)
  if (row.status === 'CANCELLED') return { state: 'cancelled', ticket }
  const isCurrent =
    claim.validationCode === row.validation_code && claim.sessionId === row.session_id
  if (!isCurrent) return { state: 'revoked', ticket }
  if (row.redeemed_at) return { state: 'redeemed', ticket, redeemedAt: row.redeemed_at }
  return { state: 'valid', ticket }
}
