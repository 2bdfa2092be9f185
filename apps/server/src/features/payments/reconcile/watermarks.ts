import { type RawBuilder, sql } from 'kysely'
import type { MoneyContext } from '../../../context.ts'

/**
 * Objects this recent are read again: the provider's clock differs from ours, and its lists may
 * lag.
 */
const OVERLAP_SECONDS = 600
/**
 * After this time another process may take over from one that died; a working process prolongs its
 * claim.
 */
const CLAIM_SECONDS = 300

export type ListKind = 'intents' | 'refunds' | 'disputes'

interface Claim {
  /** The instant from which the provider's list has to be read. */
  from: Date
  /** Called from time to time during the work; returns false if another process has taken over. */
  prolong(): Promise<boolean>
  /** Records that everything before the time of the claim was read. */
  reach(): Promise<void>
  giveUp(): Promise<void>
}

const CLAIM_ENDS = sql`clock_timestamp() + make_interval(secs => ${sql.lit(CLAIM_SECONDS)})`

/**
 * Claims one of the provider's lists, of one account, for a comparison; null while another process has
 * it.
 */
export async function claimWatermark(
  context: MoneyContext,
  kind: ListKind,
  accountId: string | null,
): Promise<Claim | null> {
  const { registry } = context.db
  const list = sql`kind = ${kind} and account_id = ${accountId ?? ''}`
  // The lists of the platform's own account are there from the beginning.
  if (accountId !== null) {
    await sql`insert into provider_watermarks (kind, account_id) values (${kind}, ${accountId})
      on conflict do nothing`.execute(registry)
  }
  // As text: a Date would lose the microseconds that identify a claim.
  const { rows } = await sql<{ reached_at: Date | null; now: Date; until: string }>`
    update provider_watermarks set claimed_until = ${CLAIM_ENDS}
    where ${list} and claimed_until < clock_timestamp()
    returning reached_at, clock_timestamp() as now, claimed_until::text as until`.execute(registry)
  const [claimed] = rows
  if (!claimed) return null
  let { until } = claimed
  /** Changes the row while the claim is ours. */
  const change = async (set: RawBuilder<unknown>): Promise<boolean> => {
    const { rows } = await sql<{ until: string }>`
      update provider_watermarks set ${set}
      where ${list} and claimed_until = ${until}::timestamptz
      returning claimed_until::text as until`.execute(registry)
    until = rows[0]?.until ?? until
    return rows.length > 0
  }
  const end = sql`claimed_until = '-infinity'`
  const since = claimed.reached_at ?? (await firstPaymentAt(context, accountId)) ?? claimed.now
  return {
    from: new Date(since.getTime() - OVERLAP_SECONDS * 1000),
    prolong: () => change(sql`claimed_until = ${CLAIM_ENDS}`),
    reach: async () => void (await change(sql`${end}, reached_at = ${claimed.now}`)),
    giveUp: async () => void (await change(end)),
  }
}

/** When our first payment on an account was recorded; no object of ours there is older. */
async function firstPaymentAt(
  context: MoneyContext,
  accountId: string | null,
): Promise<Date | null> {
  const rows = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('payments')
      .select((eb) => eb.fn.min<Date | null>('created_at').as('at'))
      .where('account_id', accountId === null ? 'is' : '=', accountId)
      .execute(),
  )
  const times = rows.flatMap(({ at }) => (at ? [at.getTime()] : []))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
