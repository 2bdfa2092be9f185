import { rawRequest, serverForTests } from '@foyer/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { readStatus } from '../src/features/status/read-status.ts'
import { rollUpStatus } from '../src/features/status/roll-up-status.ts'
import { createStatusSampler } from '../src/features/status/sample-status.ts'
import { createAnswerCounts } from '../src/http/answer-counts.ts'

const server = serverForTests({ jobs: false })
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Ten in the morning (UTC): days begin and end away from the tests. */
const START = Date.parse('2026-11-20T10:00:00Z')

let now: number
const clock = () => new Date(now)

beforeEach(async () => {
  now = START
  await server.sql('truncate status_samples, status_days, status_incidents, status_audits')
})

/** A process that measures itself; its server can be made to fail. */
function aProcess(name: string) {
  const answers = createAnswerCounts()
  const process = { answers, isReady: true }
  const sample = createStatusSampler({
    db: server.foyer.context.db,
    clock,
    answers,
    process: name,
    probe: async () => process.isReady,
  })
  return { ...process, sample, fail: () => (process.isReady = false) }
}

type Process = ReturnType<typeof aProcess>

/** Lets the processes measure for so many minutes, once a minute. */
async function run(minutes: number, ...processes: readonly Process[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const { sample } of processes) await sample()
    now += MINUTE
  }
}

const rollUp = () => rollUpStatus({ db: server.foyer.context.db, clock })
const status = () => readStatus(server.foyer.context.cells, clock())

describe('the measured uptime', () => {
  test('is unknown and not 100 % before anything is measured', async () => {
    await rollUp()
    expect(await status()).toMatchObject({
      state: 'unmeasured',
      since: null,
      uptime: null,
      measuredMinutes: 0,
      audit: null,
      incidents: [],
      latency: { all: { answers: 0, p99Ms: null, holdP99Ms: null } },
    })
  })

  test('begins with the first minute, and not with that day’s midnight', async () => {
    await run(30, aProcess('a'))
    await rollUp()
    const { state, since, uptime, measuredMinutes, days } = await status()
    expect({ state, since, uptime, measuredMinutes }).toEqual({
      state: 'operational',
      since: '2026-11-20T10:00:00.000Z',
      uptime: 1,
      measuredMinutes: 30,
    })
    expect(days).toHaveLength(90)
    expect(days.filter((day) => day.uptime !== null)).toHaveLength(1)
  })

  test('counts the minutes in which no process ran as down, and reports them as an outage', async () => {
    const one = aProcess('a')
    await run(40, one)
    now += 10 * MINUTE
    await run(50, one)
    await rollUp()
    const { uptime, downMinutes, incidents } = await status()
    expect({ uptime, downMinutes, incidents }).toEqual({
      uptime: 0.9,
      downMinutes: 10,
      incidents: [
        {
          kind: 'outage',
          beganAt: '2026-11-20T10:40:00.000Z',
          endedAt: '2026-11-20T10:50:00.000Z',
          note: '',
        },
      ],
    })
  })

  test('counts a gap over midnight on both days, whichever process ends it', async () => {
    now = Date.parse('2026-11-20T23:50:00Z')
    await run(5, aProcess('a'))
    now += 15 * MINUTE
    await run(10, aProcess('b'))
    await rollUp()
    const { days, incidents } = await status()
    expect(
      days.slice(-2).map(({ measuredMinutes, downMinutes }) => [measuredMinutes, downMinutes]),
    ).toEqual([
      [10, 5],
      [20, 10],
    ])
    expect(incidents).toHaveLength(1)
  })

  test('counts a minute as down in which the server was not ready, also while it is so', async () => {
    const one = aProcess('a')
    await run(5, one)
    one.fail()
    await run(5, one)
    await rollUp()
    expect(await status()).toMatchObject({ state: 'down', uptime: 0.5, downMinutes: 5 })
  })

  test('is that of the deployment: a minute counts once, and is up if one process is up', async () => {
    const [one, other] = [aProcess('a'), aProcess('b')]
    await run(10, one, other)
    one.fail()
    await run(10, one, other)
    await Promise.all([rollUp(), rollUp()])
    expect(await status()).toMatchObject({ uptime: 1, measuredMinutes: 20, downMinutes: 0 })
  })
})

describe('the latency', () => {
  test('adds up the answers of all processes, however often they are added up', async () => {
    const [one, other] = [aProcess('a'), aProcess('b')]
    for (let index = 0; index < 98; index += 1)
      one.answers.add(10, 200, index < 10 ? 'sale' : 'read')
    await run(1, one, other)
    other.answers.add(1000, 200, 'sale')
    other.answers.add(1000, 503, 'finish')
    await run(2, one, other)
    await Promise.all([rollUp(), rollUp()])
    await rollUp()
    const { today, week, all } = (await status()).latency
    expect(today).toMatchObject({ answers: 100, errors: 1, holds: 11 })
    expect(today.p50Ms).toBeLessThan(12)
    expect(today.p99Ms).toBeGreaterThanOrEqual(1000)
    expect(today.holdP99Ms).toBeGreaterThanOrEqual(1000)
    expect([week, all]).toEqual([today, today])
  })

  test('of a real server covers its calls, and its holds apart', async () => {
    const { answers } = server.foyer.context.metrics
    answers.take()
    await server.browser().send('GET', '/api/tenant')
    await server.browser().send('POST', '/api/checkout/carts/1/hold', {})
    const taken = answers.take()
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
    expect([sum(taken.latencies), sum(taken.holdLatencies), taken.errors]).toEqual([2, 1, 0])
  })
})

describe('an incident', () => {
  test('is a series of minutes with many errors, stored once while it goes on', async () => {
    const one = aProcess('a')
    await run(5, one)
    for (let minute = 0; minute < 4; minute += 1) {
      for (let index = 0; index < 10; index += 1)
        one.answers.add(5, index < 5 ? 503 : 200, 'finish')
      await run(1, one)
      await rollUp()
    }
    expect(await status()).toMatchObject({
      state: 'incident',
      incidents: [
        {
          kind: 'errors',
          beganAt: '2026-11-20T10:05:00.000Z',
          endedAt: '2026-11-20T10:09:00.000Z',
        },
      ],
    })
    await run(10, one)
    expect((await status()).state).toBe('operational')
  })

  test('is not a few errors among many answers, nor one bad minute', async () => {
    const one = aProcess('a')
    for (let minute = 0; minute < 4; minute += 1) {
      for (let index = 0; index < 200; index += 1) one.answers.add(5, index < 6 ? 500 : 200, 'read')
      await run(1, one)
    }
    for (let index = 0; index < 10; index += 1) one.answers.add(5, 500, 'read')
    await run(5, one)
    await rollUp()
    expect((await status()).incidents).toEqual([])
  })

  test('is also that the books disagree, from the turn that found it until none is left', async () => {
    await run(2, aProcess('a'))
    const found = (differences: number, oversold: number) =>
      server.sql(
        `insert into status_audits values (1, $1, $2, $3) on conflict (tenant_id) do update
         set differences = excluded.differences, oversold = excluded.oversold`,
        [new Date(START), differences, oversold],
      )
    await found(3, 1)
    await rollUp()
    await rollUp()
    expect(await status()).toMatchObject({
      state: 'incident',
      audit: { differences: 3, oversold: 1, at: '2026-11-20T10:00:00.000Z' },
      incidents: [{ kind: 'audit', endedAt: null }],
    })
    await found(0, 0)
    await rollUp()
    expect((await status()).incidents).toMatchObject([
      { kind: 'audit', endedAt: '2026-11-20T10:02:00.000Z' },
    ])
  })
})

describe('what is stored', () => {
  test('is by minute for two days at most, and by day for 90 days', async () => {
    const one = aProcess('a')
    for (let day = 0; day < 95; day += 1) {
      await run(2, one)
      now += DAY - 2 * MINUTE
      await rollUp()
    }
    const [samples] = await server.sql<{ count: number }>(
      'select count(*)::integer as count from status_samples',
    )
    expect(samples?.count).toBeLessThanOrEqual(4)
    const { days, since, incidents } = await status()
    const [stored] = await server.sql<{ count: number }>(
      'select count(*)::integer as count from status_days',
    )
    expect(stored?.count).toBeLessThanOrEqual(90)
    expect(days.slice(1, -1).every(({ measuredMinutes }) => measuredMinutes === 24 * 60)).toBe(true)
    expect(Date.parse(since ?? '')).toBeGreaterThan(START)
    const oldest = Math.min(...incidents.map(({ endedAt }) => Date.parse(endedAt ?? '')))
    expect(oldest).toBeGreaterThanOrEqual(now - 91 * DAY)
  }, 60_000)
})

describe('/status.json', () => {
  test('is the platform’s: on a tenant’s path there is none, and it names no tenant', async () => {
    await server.build.tenant({ slug: 'roxy' })
    await server.foyer.context.tenants.reload()
    const own = await rawRequest(server.url, { path: '/status.json' })
    expect([own.status, own.body.days.length]).toEqual([200, 90])
    expect(JSON.stringify(own.body)).not.toMatch(/tenant|roxy|main/)
    expect((await rawRequest(server.url, { path: '/roxy/status.json' })).status).toBe(404)
  })
})
