import type { PlatformTx } from '@foyer/db'
import type { AuditValues, OperatorAction } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'

interface NewOperatorEntry {
  /** Who did it; null for a command on the machine. */
  personId: string | null
  action: OperatorAction
  /** The organizer that it is about; null: it is about an operator. */
  tenantId: number | null
  /** How people call it now: a name or an address. */
  entityName: string
  before: AuditValues | null
  after: AuditValues | null
}

/** Adds an entry to the log of operators, in the transaction of the change that it reports. */
export async function writeOperatorEntry(tx: PlatformTx, entry: NewOperatorEntry): Promise<void> {
  const { personId, action, tenantId, entityName, before, after } = entry
  await tx
    .insertInto('operator_log')
    .values({
      id: newId(),
      person_id: personId,
      action_type: action,
      organizer_id: tenantId,
      entity_name: entityName,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}
