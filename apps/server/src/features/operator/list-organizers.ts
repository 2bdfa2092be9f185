import {
  granted,
  OPERATED_PAGE,
  type OperatedOrganizerRow,
  type operator,
  type ResultOf,
} from '@foyer/contract'
import { organizerStateOf } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import type { Call } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { selectFigures } from './figures.ts'

type Query = Call<typeof operator.listOperatedOrganizers>['query']

/** A page of the organizers, by name. The page is chosen in the registry alone, then completed. */
export async function listOrganizers({
  context,
  query,
}: Call<typeof operator.listOperatedOrganizers>): Promise<
  ResultOf<typeof operator.listOperatedOrganizers>
> {
  const { db, tenants } = context
  const { rows } = await sql<{ id: number; count: number }>`
    with found as materialized (
      select t.tenant_id as id, lower(t.name) as key, t.slug from tenants t
      -- A test shop is no organizer, and what is sold in it does not count.
      where t.test_of is null and ${ofState(query.state, context.clock())} and ${matches(query.q?.trim() ?? '')})
    select f.id, (select count(*)::integer from found) as count
    from found f
    where ${
      query.after === undefined
        ? sql`true`
        : sql`(f.key, f.slug) > (select lower(name), slug from tenants where slug = ${query.after})`
    }
    order by f.key, f.slug limit ${OPERATED_PAGE + 1}`.execute(db.registry)
  // Another process may have registered one less than a second ago.
  if (rows.some(({ id }) => !tenants.byId(id))) await tenants.reload()
  const shown = rows.slice(0, OPERATED_PAGE).flatMap(({ id }) => tenants.byId(id) ?? [])
  const figuresOf = await selectFigures(context, shown)
  return granted({
    organizers: shown.map((tenant) => ({
      ...presentOrganizer(context, tenant),
      ...figuresOf(tenant.id),
    })),
    count: rows[0]?.count ?? 0,
    next: rows.length > OPERATED_PAGE ? (shown.at(-1)?.slug ?? null) : null,
  })
}

/** What the registry says about an organizer. */
export const presentOrganizer = (
  context: Context,
  tenant: Tenant,
): Pick<OperatedOrganizerRow, 'slug' | 'name' | 'siteUrl' | 'state' | 'trialUntil'> => ({
  slug: tenant.slug,
  name: tenant.name,
  siteUrl: siteOf(context.origin(), tenant),
  state: organizerStateOf(tenant, context.clock()),
  trialUntil: tenant.trialUntil?.toISOString() ?? null,
})

/** `organizerStateOf` of the domain, in SQL. */
function ofState(state: Query['state'], now: Date): RawBuilder<boolean> {
  const isTrial = sql`(t.suspended_at is null and t.trial_until is not null and not t.takes_charges)`
  switch (state) {
    case undefined:
      return sql`true`
    case 'suspended':
      return sql`t.suspended_at is not null`
    case 'trial':
      return sql`(${isTrial} and t.trial_until > ${now})`
    case 'trial_ended':
      return sql`(${isTrial} and t.trial_until <= ${now})`
    case 'open':
      return sql`(t.suspended_at is null and not ${isTrial})`
    case 'not_connected':
      return sql`not t.takes_charges`
  }
}

const matches = (q: string): RawBuilder<boolean> =>
  q === ''
    ? sql`true`
    : sql`(strpos(lower(t.name), lower(${q})) > 0 or strpos(t.slug, lower(${q})) > 0
        or strpos(lower(t.support_email), lower(${q})) > 0)`
