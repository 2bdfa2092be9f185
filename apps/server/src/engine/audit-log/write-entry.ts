import type { TenantTx } from '@foyer/db'
import { AUDIT_ACTIONS, type AuditAction, type AuditValues } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'

export interface NewAuditEntry {
  /** Who did it; null for the platform's operator. */
  personId: string | null
  action: AuditAction
  entityId: string
  /** How people call it now: a name or an address. */
  entityName: string
  /** Null for something new. */
  before?: AuditValues | null
  /** Null for something that is gone. */
  after?: AuditValues | null
}

/** Adds an entry to the audit log of the tenant, in the transaction of the change that it reports. */
export async function writeAuditEntry(tx: TenantTx, entry: NewAuditEntry): Promise<void> {
  const { personId, action, entityId, entityName, before = null, after = null } = entry
  await tx
    .insertInto('audit_log')
    .values({
      tenant_id: sql<number>`current_tenant()`,
      id: newId(),
      person_id: personId,
      action_type: action,
      entity_type: AUDIT_ACTIONS[action].entity,
      entity_id: entityId,
      entity_name: entityName,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

/** The values of an entry from what is edited: texts, numbers and flags as they are, lists as a text. */
function auditValues(view: object): AuditValues {
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, auditValue(value)]))
}

function auditValue(value: unknown): AuditValues[string] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    .join('; ')
}

/** The values that a change changed, as they were and as they became; null if it changed none. */
export function auditChanges(
  before: object,
  after: object,
): { before: AuditValues; after: AuditValues } | null {
  const [was, became] = [auditValues(before), auditValues(after)]
  const changed = Object.keys(became).filter((name) => was[name] !== became[name])
  if (changed.length === 0) return null
  const pick = (values: AuditValues): AuditValues =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { before: pick(was), after: pick(became) }
}
