import type { ErrorCode, Refused } from '@foyer/contract'
import type { Context, Tenant } from '../../context.ts'
import { findAlternatives } from '../../engine/offers/alternatives.ts'

interface Line {
  ticketTypeId: string
  quantity: number
}

/**
 * Adds alternatives to the refusal of a sold-out session: the nearest other sessions that have
 * enough tickets for the whole party.
 */
export async function offerAlternatives<C extends ErrorCode>(
  context: Context,
  tenant: Tenant,
  refused: Refused<C>,
  sessionId: string,
  lines: readonly Line[],
): Promise<Refused<C>> {
  const { refusal } = refused
  // An add-on has one stock for all sessions of the event, so no other session could help.
  if (refusal.code !== 'sold_out' || refusal.details?.addOnId) return refused
  const tickets = lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }))
  const key = JSON.stringify([tenant.id, sessionId, tickets])
  const alternatives = await context.alternatives(key, () =>
    context.db.withTenant(tenant.id, (tx) => findAlternatives(tx, { sessionId, tickets })),
  )
  return { ok: false, refusal: { ...refusal, details: { ...refusal.details, alternatives } } }
}
