import { granted, type ResultOf, type settingsTexts } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type ChangePolicy, orderLookupOf, typographic } from '@foyer/domain'
import { changeSetting } from '../../../engine/organizer/change-setting.ts'
import { changeTerms, setChangePolicy } from '../../../engine/organizer/registry.ts'
import type { Call } from '../../../http/endpoint.ts'

/** What buyers may change by themselves, and what they have to know. */
export async function readPolicies(tx: TenantTx, tenantId: number) {
  const row = await tx
    .selectFrom('tenants')
    .select(['change_policy', 'order_lookup', 'important_information', 'waives_small_totals'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return {
    reschedule: row.change_policy?.reschedule ?? null,
    upgrade: row.change_policy?.upgrade ?? null,
    cancel: row.change_policy?.cancel ?? null,
    orderLookup: orderLookupOf(row.order_lookup),
    importantInformation: row.important_information,
    waivesSmallTotals: row.waives_small_totals,
  }
}

/** Changes them, for all events without rules of their own. */
export const changePolicies = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof settingsTexts.changePolicies>): Promise<
  ResultOf<typeof settingsTexts.changePolicies>
> =>
  changeSetting(context, tenant, {
    version: body.version,
    read: (tx) => readPolicies(tx, tenant.id),
    audit: {
      personId: principal.session.personId,
      action: 'organizer.policies_changed',
      entityId: tenant.slug,
      entityName: tenant.name,
    },
    write: async (tx) => {
      const { reschedule, upgrade, cancel, orderLookup, importantInformation, waivesSmallTotals } =
        body
      const rules: Partial<ChangePolicy> = {
        ...(reschedule && { reschedule }),
        ...(upgrade && { upgrade }),
        ...(cancel && { cancel }),
      }
      await setChangePolicy(tx, Object.keys(rules).length > 0 ? rules : null)
      await changeTerms(tx, {
        order_lookup: orderLookup,
        waives_small_totals: waivesSmallTotals,
        important_information: importantInformation?.map((line) => typographic(line)) ?? null,
      })
      return granted(null)
    },
  })
