import type { TenantTx } from '@foyer/db'
import type { Context, Tenant } from '../context.ts'
import { type Difference, findDifferences, queryIn, type Scope } from './audit.ts'

type Sliced = 'sessions' | 'add_ons' | 'orders' | 'payments'

/** Of each kind a round looks at the next so many, so that all have their turn. */
const SLICE = { sessions: 200, add_ons: 200, orders: 500, payments: 500 } as const
/** A busy session is looked at whole, however long its history: not more of them a round. */
const MOST_CHANGED = 200
/** Orders kick all jobs; this one is not in a hurry. */
const LEAST_REST_MS = 30_000
/** A round that took a second is followed by three minutes without one. */
const REST_PER_WORK = 180
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface StockWatch {
  /** Puts a session on the list of the next round. */
  changed(tenantId: number, sessionId: string): void
  /**
   * Looks at what changed and at the next slice of the rest, and tells the metrics what is known to
   * differ. Returns 0: it leaves nothing over.
   */
  run(context: Context): Promise<number>
}

/**
 * The audit as a job. The whole of it takes longer the longer a house sells, so a round looks at
 * the sessions that changed since the last and at a slice of everything else. `now` is a clock in
 * milliseconds that never runs backwards.
 */
export function watchStock(now: () => number = () => performance.now()): StockWatch {
  const changed = new Map<number, Set<string>>()
  const cursors = new Map<string, string>()
  /** How many differences were found at a session, an order or a payment when it was last looked at. */
  const known = new Map<string, number>()
  let restUntil = Number.NEGATIVE_INFINITY

  async function nextSlice(tx: TenantTx, tenant: Tenant, table: Sliced): Promise<string[]> {
    const key = `${tenant.id} ${table}`
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('id', '>', cursors.get(key) ?? FIRST_ID)
      .orderBy('id')
      .limit(SLICE[table])
      .execute()
    const ids = rows.map((row) => row.id)
    const isLast = ids.length < SLICE[table]
    cursors.set(key, (isLast ? null : ids.at(-1)) ?? FIRST_ID)
    return ids
  }

  async function nextScope(tx: TenantTx, tenant: Tenant): Promise<Scope> {
    const waiting = changed.get(tenant.id) ?? new Set()
    const taken = [...waiting].slice(0, MOST_CHANGED)
    for (const id of taken) waiting.delete(id)
    return {
      sessionIds: [
        ...new Set([
          ...taken,
          ...(await nextSlice(tx, tenant, 'sessions')),
          ...(await nextSlice(tx, tenant, 'add_ons')),
        ]),
      ],
      orderIds: await nextSlice(tx, tenant, 'orders'),
      paymentIds: await nextSlice(tx, tenant, 'payments'),
    }
  }

  return {
    changed(tenantId, sessionId) {
      const sessions = changed.get(tenantId)
      if (sessions) sessions.add(sessionId)
      else changed.set(tenantId, new Set([sessionId]))
    },
    async run(context) {
      const begunAt = now()
      if (begunAt < restUntil) return 0
      for (const tenant of context.tenants.all()) {
        const { scope, differences } = await context.db.longWork.withSnapshot(
          tenant.id,
          async (tx) => {
            const next = await nextScope(tx, tenant)
            return { scope: next, differences: await findDifferences(queryIn(tx), next) }
          },
        )
        remember(known, scope, differences)
        if (differences.length > 0) {
          context.log.error({ tenant: tenant.slug, differences }, 'the stock does not add up')
        }
      }
      context.metrics.audited([...known.values()].reduce((sum, count) => sum + count, 0))
      const endedAt = now()
      restUntil = endedAt + Math.max(LEAST_REST_MS, (endedAt - begunAt) * REST_PER_WORK)
      return 0
    },
  }
}

/**
 * Replaces what is known of the places that were just looked at. What was found elsewhere stays until
 * its turn comes again: a round sees a slice, and an alarm must last for longer than a round.
 */
function remember(known: Map<string, number>, scope: Scope, differences: readonly Difference[]) {
  for (const ids of [scope.sessionIds, scope.orderIds, scope.paymentIds]) {
    for (const id of ids ?? []) known.delete(id)
  }
  for (const { foundAt } of differences) {
    if (foundAt !== null) known.set(foundAt, (known.get(foundAt) ?? 0) + 1)
  }
}
