import { granted, type privacySettings, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { storeTermsVersion } from '../../engine/consents/terms-versions.ts'
import { changeSetting } from '../../engine/organizer/change-setting.ts'
import { changePrivacyColumns } from '../../engine/organizer/registry.ts'
import { invalidField } from '../../engine/refusals.ts'
import { withVersion } from '../../engine/versions.ts'
import type { Call } from '../../http/endpoint.ts'
import { readPage } from './edit-pages.ts'

/** What buyers accept is a page, so its settings are here. */

interface Years {
  paid: number
  free: number
}

async function readPrivacy(tx: TenantTx, tenantId: number, usualYears: Years) {
  const row = await tx
    .selectFrom('tenants')
    .select([
      ...(['terms_version', 'marketing_text', 'asks_marketing'] as const),
      ...(['keep_paid_years', 'keep_free_years'] as const),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return {
    requiresTerms: row.terms_version !== null,
    termsVersion: row.terms_version,
    asksMarketing: row.asks_marketing,
    marketingText: row.marketing_text,
    keepPaidYears: row.keep_paid_years,
    keepFreeYears: row.keep_free_years,
    usualYears,
  }
}

export const getPrivacy = ({
  context: { db, keptYears },
  tenant: { id },
}: Call<typeof privacySettings.getPrivacy>): Promise<ResultOf<typeof privacySettings.getPrivacy>> =>
  db.withTenant(id, async (tx) => granted(withVersion(await readPrivacy(tx, id, keptYears))))

/** Changes it. The terms are stored as they are now, so that an order can name what was accepted. */
export async function changePrivacy({
  context,
  tenant,
  principal,
  body,
}: Call<typeof privacySettings.changePrivacy>): Promise<
  ResultOf<typeof privacySettings.changePrivacy>
> {
  const { requiresTerms, asksMarketing, keepPaidYears, keepFreeYears } = body
  const marketingText = body.marketingText === null ? null : typographic(body.marketingText)
  if (asksMarketing && marketingText === null) {
    return invalidField('marketingText', 'Write what buyers agree to.')
  }
  return changeSetting(context, tenant, {
    version: body.version,
    read: (tx) => readPrivacy(tx, tenant.id, context.keptYears),
    audit: {
      personId: principal.session.personId,
      action: 'organizer.privacy_changed',
      entityId: tenant.slug,
      entityName: tenant.name,
    },
    write: async (tx, before) => {
      await changePrivacyColumns(tx, {
        terms_version: requiresTerms
          ? await storeTermsVersion(tx, await readPage(tx, tenant, 'terms'))
          : null,
        // What was agreed to stays known when the box is switched off.
        marketing_text: marketingText ?? before.marketingText,
        asks_marketing: asksMarketing,
        keep_paid_years: keepPaidYears,
        keep_free_years: keepFreeYears,
      })
      return granted(null)
    },
  })
}
