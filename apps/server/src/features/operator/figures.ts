import type { OperatedOrganizerRow, SoldFigures } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type AccountAbilities, accountStageOf, type CurrencyAmount } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'

/**
 * What organizers sold and owe, for operators. It is read in the role that sees figures and ids of all
 * tenants and nothing of a buyer (packages/db/src/due-role.ts).
 */

/** The days of 'the last 30 days', with today. */
const RECENT_DAYS = 30

type Figures = Pick<OperatedOrganizerRow, 'last30Days' | 'total' | 'owes' | 'account'>

interface SoldRow {
  tenantId: number
  currency: string
  tickets: number
  chargedMinor: number
  refundedMinor: number
  platformFeeMinor: number
  isRecent: boolean
}

type AccountRow = AccountAbilities & { tenantId: number; balances: CurrencyAmount[] | null }

/** The figures of these organizers, by tenant. */
export async function selectFigures(
  context: Pick<Context, 'cells' | 'clock' | 'paymentMode'>,
  tenants: readonly Pick<Tenant, 'id'>[],
): Promise<(tenantId: number) => Figures> {
  const ids = tenants.map(({ id }) => id)
  const [sold, accounts, disputes] = await Promise.all([
    selectSold(context, ids),
    context.paymentMode === 'connect' ? selectAccounts(context, ids) : [],
    selectOpenDisputes(context, ids),
  ])
  return (tenantId) => {
    const own = sold.filter((row) => row.tenantId === tenantId)
    const account = accounts.find((row) => row.tenantId === tenantId)
    const below = (account?.balances ?? []).filter(({ amountMinor }) => amountMinor < 0)
    return {
      last30Days: sumByCurrency(own.filter(({ isRecent }) => isRecent)),
      total: sumByCurrency(own),
      account:
        context.paymentMode === 'own'
          ? null
          : account
            ? accountStageOf(account)
            : ('none' as const),
      owes: [
        ...below.map(({ currency, amountMinor }) => ({
          kind: 'balance' as const,
          currency,
          amountMinor: -amountMinor,
        })),
        ...disputes
          .filter((row) => row.tenantId === tenantId)
          .map(({ currency, amountMinor }) => ({
            kind: 'dispute' as const,
            currency,
            amountMinor,
          })),
      ],
    }
  }
}

function sumByCurrency(rows: readonly SoldRow[]): SoldFigures[] {
  const sums = new Map<string, SoldFigures>()
  for (const { currency, tickets, chargedMinor, refundedMinor, platformFeeMinor } of rows) {
    const sum = sums.get(currency)
    sums.set(currency, {
      currency,
      tickets: (sum?.tickets ?? 0) + tickets,
      chargedMinor: (sum?.chargedMinor ?? 0) + chargedMinor,
      refundedMinor: (sum?.refundedMinor ?? 0) + refundedMinor,
      platformFeeMinor: (sum?.platformFeeMinor ?? 0) + platformFeeMinor,
    })
  }
  return [...sums.values()].toSorted((a, b) => a.currency.localeCompare(b.currency))
}

/** Reads rows of organizers, of each in its cell. */
async function selectInCells<Row>(
  cells: Context['cells'],
  tenantIds: readonly number[],
  select: (tx: TenantTx, ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const byCell = Map.groupBy(tenantIds, (id) => cells.of(id))
  const read = [...byCell].map(([{ db }, ids]) => db.acrossTenants((tx) => select(tx, ids)))
  return (await Promise.all(read)).flat()
}

/** Sums of the days, which are exact as floating-point numbers far beyond any organizer. */
const selectSold = (
  { cells, clock }: Pick<Context, 'cells' | 'clock'>,
  tenantIds: readonly number[],
): Promise<SoldRow[]> =>
  selectInCells(cells, tenantIds, async (tx, ids) => {
    const { rows } = await sql<SoldRow>`
      select tenant_id as "tenantId", currency, sum(tickets)::integer as tickets,
        sum(charged_minor)::float8 as "chargedMinor",
        sum(refunded_minor)::float8 as "refundedMinor",
        sum(platform_fee_minor)::float8 as "platformFeeMinor",
        day > ${firstDayBefore(clock())}::date as "isRecent"
      from sales_days where tenant_id = any(${ids}::integer[])
      group by tenant_id, currency, 7`.execute(tx)
    return rows
  })

/** The last day that is not among the recent ones (UTC). */
export const firstDayBefore = (now: Date): string =>
  new Date(now.getTime() - RECENT_DAYS * 86_400_000).toISOString().slice(0, 10)

const selectAccounts = (
  { cells }: Pick<Context, 'cells'>,
  tenantIds: readonly number[],
): Promise<AccountRow[]> =>
  selectInCells(cells, tenantIds, (tx, ids) =>
    tx
      .selectFrom('connected_accounts')
      .select(['tenant_id as tenantId', 'requirements', 'balances'])
      .select(['charges_enabled as chargesEnabled', 'payouts_enabled as payoutsEnabled'])
      .select('details_submitted as detailsSubmitted')
      .where('tenant_id', 'in', ids)
      .where('disconnected_at', 'is', null)
      .execute(),
  )

const selectOpenDisputes = (
  { cells }: Pick<Context, 'cells'>,
  tenantIds: readonly number[],
): Promise<(CurrencyAmount & { tenantId: number })[]> =>
  selectInCells(cells, tenantIds, async (tx, ids) => {
    const { rows } = await sql<CurrencyAmount & { tenantId: number }>`
      select tenant_id as "tenantId", currency, sum(amount_minor)::float8 as "amountMinor"
      from disputes where state = 'opened' and tenant_id = any(${ids}::integer[])
      group by tenant_id, currency order by currency`.execute(tx)
    return rows
  })
