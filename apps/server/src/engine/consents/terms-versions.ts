import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/**
 * The version of the terms with this text; a text that differs from the latest one becomes a new
 * version. The caller holds the lock of the organizer, so that two texts get two versions.
 */
export async function storeTermsVersion(
  tx: TenantTx,
  { title, body }: { title: string; body: string },
): Promise<number> {
  const latest = await tx
    .selectFrom('terms_versions')
    .select(['version', 'title', 'body'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest && latest.title === title && latest.body === body) return latest.version
  const version = (latest?.version ?? 0) + 1
  await tx
    .insertInto('terms_versions')
    .values({ tenant_id: sql<number>`current_tenant()`, version, title, body })
    .execute()
  return version
}
