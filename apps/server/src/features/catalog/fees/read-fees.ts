import type { Fees } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { withVersion } from '../../../engine/versions.ts'

type FeeSetView = Fees['feeSets'][number]
type TaxRateView = Fees['taxRates'][number]

/** How many things are named that have a fee set or a tax rate. */
const NAMED = 5

/** Counts `items`, a union of (kind, name, event_id), and names the first of them. */
const usedBy = (items: ReturnType<typeof sql>) => sql`(
  select json_build_object('count', count(*), 'first', coalesce(json_agg(json_build_object(
    'kind', u.kind, 'name', u.name, 'eventId', u.event_id, 'eventName', u.event_name)
    order by u.rank) filter (where u.rank <= ${NAMED}), '[]'))
  from (
    select i.*, e.name as event_name,
      row_number() over (order by e.name nulls last, i.kind, i.name) as rank
    from (${items}) i(kind, name, event_id)
    left join events e on e.id = i.event_id) u)`

const feeSets = (id: string | null) => sql<Omit<FeeSetView, 'version'>>`
  select f.id, f.name, f.fee_type as "feeType", f.flat_minor as "flatMinor",
    f.rate_ppm as "ratePpm", f.is_absorbed as "isAbsorbed", f.tax_rate_id as "taxRateId",
    not f.is_active as "isArchived", ${usedBy(sql`
      select 'event', name, id from events where fee_set_id = f.id
      union all
      select 'ticketType', name, event_id from ticket_types where fee_set_id = f.id
      union all
      select 'addOn', name, event_id from add_ons where fee_set_id = f.id`)} as "usedBy"
  from fee_sets f where ${id}::uuid is null or f.id = ${id}::uuid
  order by not f.is_active, lower(f.name), f.id`

const taxRates = (id: string | null) => sql<Omit<TaxRateView, 'version'>>`
  select x.id, x.name, x.rate_ppm as "ratePpm", x.is_inclusive as "isInclusive",
    x.is_default as "isDefault", x.is_archived as "isArchived", ${usedBy(sql`
      select 'ticketType', t.name, t.event_id from ticket_type_taxes i
        join ticket_types t on t.id = i.ticket_type_id where i.tax_rate_id = x.id
      union all
      select 'addOn', name, event_id from add_ons where tax_rate_id = x.id
      union all
      select 'feeSet', name, null from fee_sets where tax_rate_id = x.id`)} as "usedBy"
  from tax_rates x where ${id}::uuid is null or x.id = ${id}::uuid
  order by x.is_archived, lower(x.name), x.id`

/** The version is of what a form shows: where a fee set is used does not make an edit stale. */
function versioned<View extends { usedBy: Fees['feeSets'][number]['usedBy'] }>({
  usedBy: uses,
  ...fields
}: View) {
  return { ...withVersion(fields), usedBy: uses }
}

/** All fee sets and tax rates of the tenant. */
export async function readFees(tx: TenantTx, currency: string): Promise<Fees> {
  const sets = await feeSets(null).execute(tx)
  const rates = await taxRates(null).execute(tx)
  return {
    currency,
    feeSets: sets.rows.map(versioned),
    taxRates: rates.rows.map(versioned),
  }
}

/** A fee set behind its lock, for a change of it. */
export async function lockFeeSet(tx: TenantTx, id: string): Promise<FeeSetView | undefined> {
  await tx.selectFrom('fee_sets').select('id').where('id', '=', id).forUpdate().execute()
  const { rows } = await feeSets(id).execute(tx)
  return rows.map(versioned)[0]
}

/**
 * A tax rate, for a change of it, behind the locks of all rates: a new default ends the one before. They
 * are locked in the order of their ids.
 */
export async function lockTaxRate(tx: TenantTx, id: string): Promise<TaxRateView | undefined> {
  await tx.selectFrom('tax_rates').select('id').orderBy('id').forUpdate().execute()
  const { rows } = await taxRates(id).execute(tx)
  return rows.map(versioned)[0]
}
