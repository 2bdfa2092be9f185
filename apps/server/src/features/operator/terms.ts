import type { OrganizerTerms } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { withVersion } from '../../engine/versions.ts'

/** The terms of an organizer as they are stored, and not as this process knows them. */
export async function readTerms(tx: TenantTx, tenantId: number): Promise<OrganizerTerms> {
  const row = await tx
    .selectFrom('tenants')
    .select(['suspended_at', 'suspension_reason', 'trial_until'])
    .select(['platform_fee_ppm as ppm', 'platform_fee_fixed_minor as fixedMinor'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { suspended_at: at, suspension_reason: reason, ppm, fixedMinor } = row
  return withVersion({
    suspension: at && reason !== null ? { at: at.toISOString(), reason } : null,
    trialUntil: row.trial_until?.toISOString() ?? null,
    fee: ppm === null || fixedMinor === null ? null : { ppm, fixedMinor },
  })
}
