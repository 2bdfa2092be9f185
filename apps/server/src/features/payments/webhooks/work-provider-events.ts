import { sql } from 'kysely'
import { type MoneyContext, onAccount } from '../../../context.ts'
import { ownersOf, refreshAccount } from '../../../engine/accounts/refresh-account.ts'
import { dueRows } from '../../../engine/due-rows.ts'
import { nextTry } from '../../../engine/next-try.ts'
import { settleDispute } from '../disputes/settle-dispute.ts'
import { settleIntent } from '../settle/settle-payment.ts'

interface ClaimedEvent {
  id: string
  type: string
  object_id: string | null
  intent_id: string | null
  account_id: string | null
  attempts: number
}

/** Less than the number of connections to the database. */
const AT_ONCE = 16
/**
 * After so many tries, about a day, an event is left to the reconciler, which asks the provider
 * anyway.
 */
const MAX_ATTEMPTS = 35
const KEPT_DAYS = 40

const DUE = dueRows({
  table: 'provider_events',
  at: 'next_attempt_at',
  isOpen: sql`state = 'queued'`,
  limit: AT_ONCE,
})

/**
 * Processes the events of webhooks: each intent is fetched once for all its events, on the account that
 * they name, and its payment is settled to the provider's state. Many processes may run this. Returns how many events it
 * processed.
 */
export async function workProviderEvents(context: MoneyContext): Promise<number> {
  const { rows } = await sql<ClaimedEvent>`
    ${DUE}
    update provider_events set attempts = attempts + 1, next_attempt_at = ${nextTry('attempts')}
    where id in (select id from due)
    returning id, type, object_id, intent_id, account_id, attempts`.execute(context.db.registry)
  const owners = await ownersOf(
    context,
    rows.flatMap((event) => event.account_id ?? []),
  )
  const bySubject = Map.groupBy(
    rows,
    (event) => `${event.account_id ?? ''}/${event.intent_id ?? ''}`,
  )
  const worked = await Promise.all(
    [...bySubject.values()].map(async (events) => ({
      ids: events.map((event) => event.id),
      state: await work(context, owners, events),
    })),
  )
  // One statement for many events, because webhooks that arrive need the connections and the disk
  // too.
  for (const [state, done] of Map.groupBy(worked, (each) => each.state)) {
    if (state === null) continue
    await context.db.registry
      .updateTable('provider_events')
      .set({ state })
      .where(
        'id',
        'in',
        done.flatMap(({ ids }) => ids),
      )
      .execute()
  }
  return rows.length
}

/**
 * Returns the new state for the events about one intent, or about one account; null if they must be tried
 * again.
 */
async function work(
  context: MoneyContext,
  owners: ReadonlyMap<string, number>,
  events: readonly ClaimedEvent[],
): Promise<'done' | 'ignored' | 'failed' | null> {
  const { account_id: accountId = null, intent_id: intentId = null } = events[0] ?? {}
  // Accounts of the platform that no organizer of this installation has.
  if (accountId !== null && !owners.has(accountId)) return 'ignored'
  try {
    if (accountId !== null && events.some((event) => event.type.startsWith('account.'))) {
      await refreshAccount(context, owners.get(accountId) ?? 0, accountId)
      if (intentId === null) return 'done'
    }
    const isOurs = await settle(onAccount(context, accountId), intentId, events)
    return isOurs ? 'done' : 'ignored'
  } catch (error) {
    const ids = events.map((event) => event.id)
    context.log.warn({ err: error, intentId, events: ids }, 'a webhook was not worked off')
    await context.db.registry
      .updateTable('provider_events')
      .set({ last_error: String(error) })
      .where('id', 'in', ids)
      .execute()
    return events.every((event) => event.attempts >= MAX_ATTEMPTS) ? 'failed' : null
  }
}

/**
 * Returns whether the events were about anything of ours. Events about other objects are no error.
 */
async function settle(
  context: MoneyContext,
  intentId: string | null,
  events: readonly ClaimedEvent[],
): Promise<boolean> {
  const intent = intentId ? await context.payments.retrieveIntent(intentId) : null
  if (!intent || !(await settleIntent(context, intent))) return false
  const disputes = events.filter((event) => event.type.startsWith('charge.dispute.'))
  for (const disputeId of new Set(disputes.map((event) => event.object_id))) {
    const dispute = disputeId ? await context.payments.retrieveDispute(disputeId) : null
    if (dispute) await settleDispute(context, intent, dispute)
  }
  return true
}

/** Deletes events that are so old that the provider no longer sends them again. */
export async function forgetProviderEvents({ db }: MoneyContext): Promise<void> {
  await sql`delete from provider_events where state <> 'queued'
    and received_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(db.registry)
}
