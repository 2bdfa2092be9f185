import type { TenantTx } from '@foyer/db'

/** Selects the descriptions of ticket types, by id. */
export async function selectDescriptions(tx: TenantTx, typeIds: readonly string[]) {
  if (typeIds.length === 0) return new Map<string, string | null>()
  const rows = await tx
    .selectFrom('ticket_types')
    .select(['id', 'description'])
    .where('id', 'in', typeIds)
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description]))
}
