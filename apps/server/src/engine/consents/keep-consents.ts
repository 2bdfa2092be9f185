import { type Refused, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'

/** What a buyer's page sends of the boxes at the checkout. */
export interface GivenConsents {
  /** The version of the terms that was shown and ticked. */
  termsVersion?: number | undefined
  /** The text of the box about news, if it was ticked. */
  marketing?: string | undefined
}

/** A page may be open while the organizer changes the terms: for so long the shown version counts. */
const SHOWN_MINUTES = 60

/**
 * Stores what the buyer of a cart accepted, or says why the purchase must not go on. Without `given`
 * it checks what was stored before. Shops that ask for nothing pay no statement for it.
 */
export async function keepConsents(
  { db }: Pick<Context, 'db'>,
  tenant: Tenant,
  cartId: string,
  given: GivenConsents | undefined,
): Promise<Refused<'terms_not_accepted'> | null> {
  const { termsVersion, asksMarketing } = tenant
  if (termsVersion === null && !(asksMarketing && given)) return null
  return db.withTenant(tenant.id, async (tx) => {
    if (!given) return (await hasAccepted(tx, cartId)) ? null : notAccepted(tenant, undefined)
    if (termsVersion !== null && !(await counts(tx, termsVersion, given.termsVersion))) {
      return notAccepted(tenant, given.termsVersion)
    }
    // Consent to a text that is not asked any more is no consent to the new one.
    const marketing = asksMarketing && given.marketing === tenant.marketingText
    await sql`
      insert into cart_consents (tenant_id, cart_id, terms_version, marketing_text)
      values (current_tenant(), ${cartId}, ${termsVersion === null ? null : (given.termsVersion ?? null)},
        ${marketing ? tenant.marketingText : null})
      on conflict (tenant_id, cart_id) do update set terms_version = excluded.terms_version,
        marketing_text = excluded.marketing_text, accepted_at = excluded.accepted_at`.execute(tx)
    return null
  })
}

/** Whether acceptance was stored for the cart, or it is an order already and only asked for again. */
async function hasAccepted(tx: TenantTx, cartId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cart_consents where cart_id = ${cartId} and terms_version is not null
    union all select 1 from orders where cart_id = ${cartId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether an accepted version is the current one, or was until a moment ago. */
async function counts(tx: TenantTx, current: number, accepted: number | undefined) {
  if (accepted === undefined) return false
  if (accepted === current) return true
  const { rows } = await sql`
    select 1 from terms_versions where version = ${accepted} + 1
      and made_at > clock_timestamp() - make_interval(mins => ${SHOWN_MINUTES})`.execute(tx)
  return rows.length > 0
}

function notAccepted({ termsVersion }: Tenant, accepted: number | undefined) {
  const text =
    accepted === undefined
      ? 'Accept the terms to continue. Your tickets are still held.'
      : 'The terms have changed since you opened this page. Reload it to read them; your tickets are still held.'
  return refused('terms_not_accepted', text, { termsVersion })
}
