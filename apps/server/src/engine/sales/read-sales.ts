import { type EventSale, granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type AccessCodeRule, SHOP_PAUSED_TEXT, salesPhaseOf, whyCodeNotValid } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Secrets } from '../../adapters/secrets.ts'
import { CODE_NOT_VALID } from '../refusals.ts'

/** What reads without a lock know of sales: the state of an event, and what a code opens. */

interface SaleRow {
  is_paused: boolean
  pause_note: string | null
  closes_at: Date | null
  min_per_order: number | null
  max_per_order: number | null
  max_per_customer: number | null
  days: number
  is_on_sale: boolean
  opens_at: Date | null
  takes_codes: boolean
  has_rules: boolean
  now: Date
}

/**
 * Whether a published event can be bought now, from its rollups; null for an event without rules of its
 * own that is on sale, or has no session to come. In a shop that is stopped, every event is paused.
 */
export async function selectEventSale(
  tx: TenantTx,
  eventId: string,
  isShopStopped = false,
): Promise<EventSale | null> {
  const { rows } = await sql<SaleRow>`
    select r.paused_at is not null as is_paused, r.pause_note, r.closes_at, r.min_per_order,
      r.max_per_order, r.max_per_customer, d.days, coalesce(d.is_on_sale, true) as is_on_sale,
      d.opens_at, r.event_id is not null as has_rules, clock_timestamp() as now,
      exists (select from access_codes c
        where c.tenant_id = (select current_tenant()) and c.event_id = ${eventId}
          and c.revoked_at is null and (c.ends_at is null or c.ends_at > now())) as takes_codes
    from (
      select count(*)::integer as days, bool_or(is_on_sale) as is_on_sale,
        min(opens_at) filter (where opens_at > now()) as opens_at
      from day_rollups where event_id = ${eventId} and next_change_at > now()) d
    left join event_sales r
      on r.tenant_id = (select current_tenant()) and r.event_id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row || row.days === 0) return null
  const facts = {
    isPaused: row.is_paused || isShopStopped,
    isOnSale: row.is_on_sale,
    opensAt: row.opens_at,
    takesCodes: row.takes_codes,
  }
  const state = salesPhaseOf(facts)
  if (state === 'on_sale' && !row.has_rules && !row.takes_codes && !row.opens_at) return null
  return {
    state,
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.closes_at?.toISOString() ?? null,
    note: isShopStopped ? SHOP_PAUSED_TEXT : row.is_paused ? row.pause_note : null,
    takesCodes: row.takes_codes,
    minPerOrder: row.min_per_order,
    maxPerOrder: row.max_per_order,
    maxPerCustomer: row.max_per_customer,
    serverTime: row.now.toISOString(),
  }
}

/** The id of the code that a token proves; undefined without a token. */
export function codeIdOf(
  { secrets }: { secrets: Pick<Secrets, 'readAccessToken'> },
  tenant: { id: number },
  token: string | undefined,
): Result<string | undefined, 'access_code_not_valid'> {
  if (token === undefined) return granted(undefined)
  const codeId = secrets.readAccessToken(tenant.id, token)
  return codeId === null ? CODE_NOT_VALID : granted(codeId)
}

/** An access code of an event that works now; null without one. Its uses are judged by the hold. */
export async function selectOpening(
  tx: TenantTx,
  eventId: string,
  codeId: string | undefined,
): Promise<AccessCodeRule | null> {
  if (codeId === undefined) return null
  const { rows } = await sql<AccessCodeRule & { now: Date }>`
    select starts_at as "startsAt", ends_at as "endsAt", opens_early as "opensEarly",
      to_json(type_ids) as "typeIds", revoked_at is not null as "isRevoked",
      clock_timestamp() as now
    from access_codes where id = ${codeId} and event_id = ${eventId}`.execute(tx)
  const [code] = rows
  return code && !whyCodeNotValid(code, code.now) ? code : null
}

/** The condition that a row of `session_offers`, or of a query over it, is shown to the buyer. */
export const isShownWith = (code: AccessCodeRule | null): RawBuilder<boolean> =>
  code ? sql`(not is_hidden or ticket_type_id = any(${code.typeIds}::uuid[]))` : sql`not is_hidden`

/** The condition that such a row is sold to the buyer now: `whyNotOnSale` with the code, in SQL. */
export function isSoldWith(code: AccessCodeRule | null): RawBuilder<boolean> {
  if (!code) return sql`(is_open and is_type_open)`
  const isMeant = sql`(${code.typeIds.length === 0}
    or ticket_type_id = any(${code.typeIds}::uuid[]))`
  return sql`(state_is_sold(state) and not is_paused
    and sales_end_at > now() and coalesce(type_close_at, 'infinity') > now()
    and ${isShownWith(code)}
    and (${code.opensEarly} and ${isMeant} or (coalesce(sales_start_at, '-infinity') <= now()
      and coalesce(type_open_at, '-infinity') <= now())))`
}
