import { createHash } from 'node:crypto'
import { granted, type ResultOf, refused, type waivers } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { isWaiverComplete, WAIVER_INCOMPLETE, waiverRecord } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'
import { NO_SUCH_TICKET, ORDER_NOT_FOUND, WAIVER_NOT_NEEDED } from '../../engine/refusals.ts'
import { selectParticipants, selectWaiverText } from '../../engine/waivers/participants.ts'
import type { Call } from '../../http/endpoint.ts'
import { presentWaiver } from './present.ts'

type Answer = ResultOf<typeof waivers.signWaiver>

const INCOMPLETE = refused('waiver_incomplete', WAIVER_INCOMPLETE)

const TEXT_CHANGED = refused(
  'waiver_text_changed',
  'The text of this waiver was changed. Please read the new text and sign again.',
)

/**
 * Stores a signature of one participant. Signing again adds another one, so that what was signed before
 * is not lost. The time is the database's; the hash is over what is stored.
 */
export async function signWaiver(call: Call<typeof waivers.signWaiver>): Promise<Answer> {
  const { context, tenant, params, body, principal } = call
  const { order } = principal
  const guardianName = body.guardianName ?? null
  const isComplete = isWaiverComplete({
    ...body,
    isMinor: guardianName !== null,
    guardianName: guardianName ?? '',
  })
  if (!isComplete) return INCOMPLETE
  return context.db.withTenant(tenant.id, async (tx): Promise<Answer> => {
    const signedAt = await lockOrder(tx, order.row.id)
    if (!signedAt) return ORDER_NOT_FOUND
    const text = await selectWaiverText(tx, order.row.event_id)
    if (!text) return WAIVER_NOT_NEEDED
    const participants = await selectParticipants(tx, order.row.id)
    const participant = participants.find(({ id }) => id === params.participant)
    if (!participant) return NO_SUCH_TICKET
    if (text.version !== body.textVersion) return TEXT_CHANGED
    const record = waiverRecord({
      text: text.body,
      participantName: body.name,
      guardianName,
      signature: body.signature,
      signedAt: signedAt.toISOString(),
    })
    const signed = {
      participant_name: body.name,
      email: body.email,
      guardian_name: guardianName,
      signature_kind: body.signature.kind,
      signature: body.signature.value,
      text_version: text.version,
      signed_at: signedAt,
      sha256: createHash('sha256').update(record).digest('hex'),
    }
    await tx
      .insertInto('waiver_signatures')
      .values({
        tenant_id: tenant.id,
        id: newId(),
        order_id: order.row.id,
        ticket_number: participant.number,
        place: participant.place,
        event_id: order.row.event_id,
        ...signed,
      })
      .execute()
    return granted({
      waiver: presentWaiver({ ...participant, signed }, text, order.isByLinkAlone),
    })
  })
}

/**
 * Locks an order against being erased, and returns the time in whole milliseconds; undefined if it was
 * erased.
 */
async function lockOrder(tx: TenantTx, orderId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('orders')
    .select(sql<Date>`date_trunc('milliseconds', clock_timestamp())`.as('now'))
    .where('id', '=', orderId)
    .where('erased_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.now
}
