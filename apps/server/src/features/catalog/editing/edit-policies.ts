import { changePolicySchema, granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { ChangePolicy } from '@foyer/domain'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { lockEvent } from './rows.ts'

const rulesSchema = z.exactPartial(changePolicySchema)

/**
 * Validates the rules of a change policy that somebody wrote. A kind that is missing keeps the rule of
 * the tenant, or the default. A refusal names every wrong field.
 */
export function readPolicy(written: unknown): Result<Partial<ChangePolicy>, 'validation_failed'> {
  const parsed = rulesSchema.safeParse(written)
  if (parsed.success) return granted(parsed.data)
  const fields = parsed.error.issues.map(({ path, message }) => ({
    field: ['policy', ...path].join('.'),
    message,
  }))
  const text = fields.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return refused('validation_failed', text, { fields })
}

/**
 * Sets what buyers of an event may change. Null: what the tenant's policy says. Orders that were bought
 * before follow the new policy as well: it is read whenever a ticket is to be changed.
 */
export async function setEventPolicy(
  tx: TenantTx,
  tenantId: number,
  { eventId, policy }: { eventId: string; policy: unknown },
): Promise<Result<null, 'event_not_found' | 'validation_failed'>> {
  const rules = readPolicy(policy ?? {})
  if (!rules.ok) return rules
  if (!(await lockEvent(tx, eventId))) return EVENT_NOT_FOUND
  await tx.deleteFrom('event_change_policies').where('event_id', '=', eventId).execute()
  if (Object.keys(rules.value).length === 0) return granted(null)
  await tx
    .insertInto('event_change_policies')
    .values({ tenant_id: tenantId, event_id: eventId, policy: JSON.stringify(rules.value) })
    .execute()
  return granted(null)
}

/** Sets the policy of all events of the tenant that have none of their own. Null: the default. */
export async function setTenantPolicy(
  tx: TenantTx,
  policy: unknown,
): Promise<Result<null, 'validation_failed'>> {
  const rules = readPolicy(policy ?? {})
  if (!rules.ok) return rules
  const stored = Object.keys(rules.value).length > 0 ? JSON.stringify(rules.value) : null
  await sql`select set_change_policy(${stored}::jsonb)`.execute(tx)
  return granted(null)
}
