import { granted, type OperatedOrganizer, type Result, refused } from '@foyer/contract'
import type { PlatformTx, TenantTx } from '@foyer/db'
import { requirementTexts } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { firstDayBefore, selectFigures } from './figures.ts'
import { presentOrganizer } from './list-organizers.ts'
import { readTerms } from './terms.ts'

export const ORGANIZER_NOT_FOUND = refused(
  'organizer_not_found',
  'There is no organizer with this address.',
)

const DISPUTES = 50

/** One organizer as operators see it: its terms, figures, account and owners, and no buyer. */
export async function readOrganizer(
  context: Context,
  slug: string,
): Promise<Result<OperatedOrganizer, 'organizer_not_found'>> {
  const { cells, clock, home, paymentMode } = context
  const tenant = await tenantOf(context, slug)
  if (!tenant) return ORGANIZER_NOT_FOUND
  const figuresOf = await selectFigures(context, [tenant])
  const own = await home.withPlatform(async (tx) => {
    const inside = await cells.inTenantWithin(tx, tenant.id, async (inTenant) => ({
      owners: await selectOwners(inTenant),
      account: await selectAccount(inTenant),
      disputes: await selectDisputes(inTenant),
      days: await selectDays(inTenant, clock()),
      countedAt: await selectCountedAt(inTenant),
      terms: await readTerms(inTenant, tenant.id),
    }))
    return { ...inside, owners: await selectPeople(tx, inside.owners) }
  })
  return granted({
    ...presentOrganizer(context, tenant),
    ...figuresOf(tenant.id),
    currency: tenant.currency,
    supportEmail: tenant.supportEmail,
    owners: own.owners,
    terms: own.terms,
    paymentMode,
    defaultFee: context.configuration.current().platformFee,
    accountDetails: paymentMode === 'own' ? null : own.account,
    disputes: own.disputes,
    days: own.days,
    countedAt: own.countedAt,
  })
}

/** The tenant of an address, also if another process registered it just now. */
export async function tenantOf(
  { cells }: Pick<Context, 'cells'>,
  slug: string,
): Promise<Tenant | undefined> {
  if (!cells.tenantBySlug(slug)) await cells.reload()
  const tenant = cells.tenantBySlug(slug)
  return tenant?.testOf === null ? tenant : undefined
}

const selectOwners = async (tx: TenantTx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('staff_members')
    .select('person_id')
    .where('role', '=', 'owner')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

const selectPeople = async (tx: PlatformTx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('staff_people')
        .select(['name', 'email'])
        .where('id', 'in', ids)
        .orderBy('name')
        .execute()

async function selectAccount(tx: TenantTx): Promise<OperatedOrganizer['accountDetails']> {
  const row = await tx
    .selectFrom('connected_accounts')
    .select(['account_id', 'requirements', 'checked_at', 'balances'])
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.account_id,
    wanted: requirementTexts(row.requirements.due),
    wantedBy: row.requirements.dueAt,
    checkedAt: row.checked_at.toISOString(),
    balances: row.balances,
  }
}

const selectDisputes = (tx: TenantTx): Promise<OperatedOrganizer['disputes']> =>
  tx
    .selectFrom('disputes as d')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .select(['d.id', 'd.state', 'd.amount_minor as amountMinor', 'd.currency'])
    .orderBy(sql`d.state = 'opened'`, 'desc')
    .orderBy('p.created_at', 'desc')
    .limit(DISPUTES)
    .execute()

/** Each of the last days, also those without a sale. */
async function selectDays(tx: TenantTx, now: Date): Promise<OperatedOrganizer['days']> {
  const today = now.toISOString().slice(0, 10)
  const { rows } = await sql<{ day: string; tickets: number }>`
    select d.day::date as day, coalesce(sum(s.tickets), 0)::integer as tickets
    from generate_series(${firstDayBefore(now)}::date + 1, ${today}::date, interval '1 day') as d(day)
    left join sales_days s on s.tenant_id = (select current_tenant()) and s.day = d.day::date
    group by 1 order by 1`.execute(tx)
  return rows
}

const selectCountedAt = async (tx: TenantTx): Promise<string | null> => {
  const row = await tx.selectFrom('sales_counted').select('counted_at').executeTakeFirst()
  return row?.counted_at.toISOString() ?? null
}
