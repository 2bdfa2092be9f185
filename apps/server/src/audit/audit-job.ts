import type { TenantTx } from '@foyer/db'
import type { Context, Tenant } from '../context.ts'
import { findDifferences, queryIn, type Scope } from './audit.ts'

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
  /** Looks at what changed and at the next slice of the rest. Returns 0: it leaves nothing over. */
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
      let found = 0
      for (const tenant of context.tenants.all()) {
        const differences = await context.db.longWork.withSnapshot(tenant.id, async (tx) =>
          findDifferences(queryIn(tx), await nextScope(tx, tenant)),
        )
        found += differences.length
        if (differences.length > 0) {
          context.log.error({ tenant: tenant.slug, differences }, 'the stock does not add up')
        }
      }
      context.metrics.audited(found)
      const endedAt = now()
      restUntil = endedAt + Math.max(LEAST_REST_MS, (endedAt - begunAt) * REST_PER_WORK)
      return 0
    },
  }
}
