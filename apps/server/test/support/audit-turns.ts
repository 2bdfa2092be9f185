import type { TurnPosition } from '@foyer/db'
import type { TestServer } from '@foyer/testkit'
import { watchStock } from '../../src/audit/audit-job.ts'
import type { Context } from '../../src/context.ts'

/**
 * The audit's job over all tenants, at times that the test chooses. Each call of the returned
 * function runs a turn of each tenant, and returns the differences that the metrics show.
 */
export function auditTurns(
  { foyer }: Pick<TestServer, 'foyer'>,
  { now = () => 0, context = foyer.context }: { now?: () => number; context?: Context } = {},
) {
  const watch = watchStock(now)
  const positions = new Map<number, TurnPosition>()
  return async () => {
    for (const tenant of context.tenants.all()) {
      const { position } = await watch.turn(context, tenant, positions.get(tenant.id) ?? {})
      positions.set(tenant.id, position)
    }
    const text = await context.metrics.render()
    return Number(text.match(/^foyer_audit_differences (\d+)/m)?.[1])
  }
}
