import { type ErrorCode, granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction, AuditValues } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import { writeAuditEntry } from '../audit-log/write-entry.ts'
import { changedSince, withVersion } from '../versions.ts'
import { lockOrganizer } from './registry.ts'

interface SettingChange<View extends object, Code extends ErrorCode> {
  /** What the person's form had read. */
  version: string
  read(tx: TenantTx): Promise<View>
  /** Writes the change, or refuses it; then nothing is changed. */
  write(tx: TenantTx, current: View): Promise<Result<unknown, Code>>
  audit: { personId: string; action: AuditAction; entityId: string; entityName: string }
}

/**
 * Changes a setting behind the lock of its organizer, and writes the audit entry. This process uses
 * the change before the call is answered, the others within a second.
 */
export async function changeSetting<View extends object, Code extends ErrorCode = never>(
  { db, tenants }: Pick<Context, 'db' | 'tenants'>,
  { id }: Pick<Tenant, 'id'>,
  { version, read, write, audit }: SettingChange<View, Code>,
): Promise<Result<View & { version: string }, Code | 'changed_meanwhile'>> {
  const result = await db.withTenant(id, async (tx) => {
    await lockOrganizer(tx)
    const before = withVersion(await read(tx))
    const stale = changedSince(version, before)
    if (stale) return stale
    const written = await write(tx, before)
    if (!written.ok) return written
    const after = withVersion(await read(tx))
    if (after.version !== before.version) {
      await writeAuditEntry(tx, { ...audit, ...differences(before, after) })
    }
    return granted(after)
  })
  await tenants.reload()
  return result
}

/** The longest text that an entry stores of a value; a page has up to 200 kB. */
const MOST_CHARACTERS = 4000

/** The values that have changed, before and after, as the audit log stores them. */
function differences(before: object, after: object): { before: AuditValues; after: AuditValues } {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      name !== 'version' && JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  const of = (read: (name: string, value: unknown) => unknown): AuditValues =>
    Object.fromEntries(changed.map(([name, value]) => [name, auditValue(read(name, value))]))
  return {
    before: of((name) => Reflect.get(before, name)),
    after: of((_, value) => value),
  }
}

function auditValue(value: unknown): AuditValues[string] {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}
