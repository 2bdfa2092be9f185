import type { TenantTx } from '@foyer/db'
import { storeTermsVersion } from '../../engine/consents/terms-versions.ts'
import { changePrivacyColumns } from '../../engine/organizer/registry.ts'

/** After the page 'terms' was written: buyers who have to accept it accept the new version. */
export async function followTerms(
  tx: TenantTx,
  tenantId: number,
  page: { title: string; body: string },
): Promise<void> {
  const { terms_version: before } = await tx
    .selectFrom('tenants')
    .select('terms_version')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (before === null) return
  await changePrivacyColumns(tx, { terms_version: await storeTermsVersion(tx, page) })
}
