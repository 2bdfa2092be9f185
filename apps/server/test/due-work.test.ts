import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { watchStock } from '../src/audit/audit-job.ts'
import { turnJobs } from '../src/jobs/all-tenant-jobs.ts'
import { countPasses } from '../src/jobs/count-passes.ts'
import { findDueWork } from '../src/jobs/due-work.ts'
import { periodicJobs } from '../src/jobs/periodic-jobs.ts'
import { addMissingTurns, createTurnHints, jobsOfTurns, type TurnJob } from '../src/jobs/turns.ts'
import { expireHolds, holdCartOf } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'

// Before the server connects: each new connection copies the method.
const statements = vi.spyOn(pg.Client.prototype, 'query')
const server = serverForTests({ jobs: false })
const look = () => findDueWork(server.foyer.context.db)
const allTurns = () => turnJobs(server.foyer.context, watchStock(), { paid: 10, free: 2 })

async function addTenants(count: number): Promise<void> {
  await server.sql(
    `insert into tenants (slug, name, hue, support_email)
     select 'idle-' || gen_random_uuid(), 'Idle', 1, 'a@example.com' from generate_series(1, $1)`,
    [count],
  )
  await server.foyer.context.tenants.reload()
}

describe('the look for due work', () => {
  let event: BuiltEvent
  let tenantId: number
  beforeAll(async () => {
    const made = await server.build.tenant()
    tenantId = made.tenantId
    await server.foyer.context.tenants.reload()
    event = await server.build.event({ tenantId })
  })

  test('finds nothing if nothing is due', async () => {
    expect(await look()).toEqual([])
  })

  test('names each tenant once for each kind of its due rows, and no other tenant', async () => {
    const mine = await server.build.event()
    await buy(server.browser(), mine)
    await buy(server.browser(), mine)
    await holdCartOf(server.browser(), mine, { cartId: '77777' })
    expect(await look()).toEqual([{ job: 'send-mails', tenantId: 1 }])
    await expireHolds(server, mine.sessionId)
    await server.sql('update mails set next_attempt_at = now() + interval $$1 hour$$')
    expect(await look()).toEqual([{ job: 'sweep-holds', tenantId: 1 }])
    await server.sql(`update holds set state = 'released' where state = 'held'`)
    await server.sql(`update event_listings set next_start = now() where tenant_id = $1`, [
      tenantId,
    ])
    expect(await look()).toEqual([{ job: 'refresh-listings', tenantId }])
    await server.sql(`update event_listings set next_start = now() + interval '1 day'`)
    await server.sql(
      `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, hold_ids, quote, next_check_at, captured_minor)
       values ($1, gen_random_uuid(), gen_random_uuid(), $2, 100, 'usd', '{}', '{}', now(), 100)`,
      [tenantId, event.eventId],
    )
    expect(await look()).toEqual([{ job: 'reconcile-payments', tenantId }])
    await server.sql(
      `insert into refunds (tenant_id, id, payment_id, kind, amount_minor, currency, with_fees, request_key)
       select tenant_id, gen_random_uuid(), id, 'amount', 100, 'usd', false, 'k' from payments where tenant_id = $1`,
      [tenantId],
    )
    await server.sql('update payments set next_check_at = now() + interval $$1 day$$')
    expect(await look()).toEqual([{ job: 'make-refunds', tenantId }])
    await server.sql('delete from refunds where request_key = $$k$$')
    await server.sql(
      `insert into wallet_updates (tenant_id, wallet, target) values ($1, 'apple', 'a phone')`,
      [tenantId],
    )
    expect(await look()).toEqual([{ job: 'update-wallets', tenantId }])
    await server.sql(`update wallet_updates set next_attempt_at = now() + interval '1 hour'`)
    expect(await look()).toEqual([])
  })

  test('may read ids, states and times, and nothing else of any tenant', async () => {
    const { db } = server.foyer.context
    const asked = (text: string) =>
      db
        .acrossTenants(async (tx) => {
          await tx.executeQuery(CompiledQuery.raw(text))
          return []
        })
        .then(
          () => 'seen',
          (error: { code?: string }) => error.code,
        )
    const DENIED = '42501'
    const READ_ONLY = '25006'
    expect(await asked('select tenant_id, next_attempt_at from mails')).toBe('seen')
    expect(await asked('select recipient from mails')).toBe(DENIED)
    expect(await asked('select quote from payments')).toBe(DENIED)
    expect(await asked('select browser_id from holds')).toBe(DENIED)
    expect(await asked('select contact from orders')).toBe(DENIED)
    expect([DENIED, READ_ONLY]).toContain(await asked('delete from mails'))
  })
})

describe('an idle pass', () => {
  test('runs as many statements for 300 tenants as for a few', async () => {
    const { context } = server.foyer
    const turns = allTurns()
    const jobs = periodicJobs(context, turns)
    const pass = async () => {
      const before = statements.mock.calls.length
      await look()
      await context.tenants.reload()
      for (const job of jobs) await job.run()
      return statements.mock.calls.length - before
    }
    const settle = async () => {
      await pass()
      await server.sql(`update job_turns set due_at = now() + interval '1 day'`)
    }
    await settle()
    // A new connection costs a statement as well, and any pass may open one.
    const fewest = async () => Math.min(await pass(), await pass(), await pass())
    const few = await fewest()
    await addTenants(300)
    await settle()
    expect(await fewest()).toBeLessThanOrEqual(few)
    expect(few).toBeGreaterThan(5)
  })
})

describe('a turn', () => {
  const position = (after: string) => ({ walk: { after, restsUntil: 0 } })
  const ended: object[] = []
  const job = (run: TurnJob['run']): TurnJob => ({
    name: 'test',
    restSeconds: 3600,
    run,
  })
  const turnOf = async (made: TurnJob) => {
    const { db } = server.foyer.context
    await addMissingTurns(db, [made])
    const [run] = jobsOfTurns(
      db,
      [made],
      () => {},
      (pass) => ended.push(pass),
    )
    return run?.run(defaultTenantOf(server))
  }
  const due = () =>
    server.sql(`update job_turns set due_at = now() where tenant_id = 1 and job = 'test'`)
  const secondsLeft = async () => {
    const [row] = await server.sql<{ left: number }>(
      `select extract(epoch from due_at - now())::float8 as left from job_turns
       where tenant_id = 1 and job = 'test'`,
    )
    return row?.left ?? Number.NaN
  }

  test('begins where the last one ended, also in another process', async () => {
    const seen: unknown[] = []
    await turnOf(job(async () => ({ position: {}, restSeconds: 0 })))
    await due()
    const made = job(async (_tenant, at) => {
      seen.push(at)
      return { position: position(`row ${seen.length}`), restSeconds: 0 }
    })
    for (let turns = 0; turns < 3; turns += 1) {
      await turnOf(made)
      await due()
    }
    const { length } = seen
    expect(seen.slice(-2)).toMatchObject([
      position(`row ${length - 2}`),
      position(`row ${length - 1}`),
    ])
  })

  test('is taken by only one of two processes', async () => {
    let runs = 0
    const made = job(async (_tenant, at) => {
      runs += 1
      return { position: at, restSeconds: 3600 }
    })
    await turnOf(made)
    runs = 0
    await due()
    await Promise.all([turnOf(made), turnOf(made)])
    expect(runs).toBe(1)
    expect(await secondsLeft()).toBeGreaterThan(3500)
  })

  test('keeps its position when it fails, and is repeated within minutes', async () => {
    const failing = job(async () => {
      throw new Error('broken')
    })
    await due()
    await turnOf(failing)
    expect(await secondsLeft()).toBeLessThan(61)
  })

  test('of a pass over history is in the metrics until the pass has ended, which is reported', async () => {
    const { context } = server.foyer
    const counted = async () => {
      await countPasses(context, [{ name: 'test' }])
      const text = await context.metrics.render()
      const read = (name: string) =>
        Number(text.match(new RegExp(`^${name}{job="test"} (\\S+)$`, 'm'))?.[1])
      return ['foyer_history_passes', 'foyer_history_pass_share'].map(read)
    }
    await server.sql(`delete from job_turns where job = 'test'`)
    await turnOf(job(async () => ({ position: {}, restSeconds: 0 })))
    expect(await counted()).toEqual([0, 1])
    await due()
    await turnOf(job(async () => ({ position: position('80000000-'), restSeconds: 0 })))
    expect(await counted()).toEqual([1, 0.5])
    await due()
    expect(ended).toEqual([])
    const rests = { walk: { after: '', restsUntil: Number.MAX_SAFE_INTEGER } }
    await turnOf(job(async () => ({ position: rests, restSeconds: 3600 })))
    expect(await counted()).toEqual([0, 1])
    expect(ended).toEqual([{ job: 'test', tenant: 'main', walk: 'walk', seconds: 0 }])
  })

  test('comes soon when its tenant sells, also if that happens during a turn', async () => {
    const { db } = server.foyer.context
    const hint = async (made: TurnJob) => {
      const hints = createTurnHints(db, [{ name: made.name, soonSeconds: 60 }], () => {})
      hints.changed(1)
      await hints.stop()
    }
    const made: TurnJob = job(async (_tenant, at) => {
      await hint(made)
      return { position: at, restSeconds: 3600 }
    })
    await due()
    await turnOf(made)
    expect(await secondsLeft()).toBeLessThan(61)
    await server.sql(`update job_turns set due_at = now() + interval '1 hour' where job = 'test'`)
    await hint(made)
    expect(await secondsLeft()).toBeLessThan(61)
  })
})
