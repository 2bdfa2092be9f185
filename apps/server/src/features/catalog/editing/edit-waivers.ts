import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { isPlainText, WAIVER_LIMITS } from '@foyer/domain'
import { EVENT_NOT_FOUND, invalidField } from '../../../engine/refusals.ts'
import { selectWaiverText } from '../../../engine/waivers/participants.ts'
import { lockEvent } from './rows.ts'

/**
 * Sets the text of an event's waiver: plain text, paragraphs separated by empty lines. A text that
 * differs is a new version, which all participants have to sign, also those who signed an older one.
 * Null: the event needs no waiver from now on.
 */
export async function setWaiverText(
  tx: TenantTx,
  tenantId: number,
  { eventId, text }: { eventId: string; text: string | null },
): Promise<Result<{ version: number | null }, 'event_not_found' | 'validation_failed'>> {
  const body = text === null ? null : text.replaceAll('\r\n', '\n').trim()
  if (body === '') return invalidField('text', 'Required')
  if (body && body.length > WAIVER_LIMITS.text) {
    return invalidField('text', `String must contain at most ${WAIVER_LIMITS.text} character(s)`)
  }
  if (body && !body.split('\n').every(isPlainText)) {
    return invalidField('text', 'Must not contain control characters')
  }
  // Two texts that are set at once get different versions.
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  const current = await selectWaiverText(tx, eventId)
  if ((current?.body ?? null) === body) return granted({ version: current?.version ?? null })
  const { last } = await tx
    .selectFrom('waiver_texts')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  const version = (last ?? 0) + 1
  await tx
    .insertInto('waiver_texts')
    .values({ tenant_id: tenantId, event_id: eventId, version, body })
    .execute()
  return granted({ version: body === null ? null : version })
}
