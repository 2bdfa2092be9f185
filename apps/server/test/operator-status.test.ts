import { serverForTests } from '@foyer/testkit'
import { beforeEach, expect, test } from 'vitest'
import { type Ended, runProgram } from './support/run-program.ts'

/** `npm run status`, as an operator runs it beside a running server. */
const server = serverForTests({ jobs: false })
const STATUS = new URL('../src/operator/status.ts', import.meta.url)

beforeEach(() => server.sql('truncate status_incidents, status_samples, status_days'))

const run = (...args: string[]): Promise<Ended> =>
  runProgram(STATUS, args, {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    LOG_LEVEL: 'silent',
  })

test('a note is an incident until it is ended, and the exit code says that it is open', {
  tags: ['night'],
}, async () => {
  await server.sql(
    `insert into status_samples values (date_trunc('minute', now()), 'a', 1, 0, 0, 0, '{}', '{}')`,
  )
  const noted = await run('--note', 'Mails are late.')
  expect([noted.code, noted.stderr]).toEqual([1, ''])
  expect(JSON.parse(noted.stdout)).toMatchObject({
    state: 'incident',
    incidents: [{ kind: 'note', note: 'Mails are late.', endedAt: null }],
  })
  const ended = JSON.parse((await run('--end')).stdout)
  expect(ended.incidents).toMatchObject([{ kind: 'note', endedAt: expect.any(String) }])
})

test('a note may be about the past, with times that name their zone', async () => {
  const past = ['--began', '2026-11-20T02:00Z', '--ended', '2026-11-20T03:10+01:00']
  const noted = await run('--note', 'The database moved.', ...past)
  expect(JSON.parse(noted.stdout).incidents).toMatchObject([
    { beganAt: '2026-11-20T02:00:00.000Z', endedAt: '2026-11-20T02:10:00.000Z' },
  ])
})

test.each([
  ['an empty note', ['--note', ' ']],
  ['a time without a zone', ['--note', 'x', '--began', '2026-11-20T02:00']],
  ['an end before the beginning', ['--note', 'x', '--ended', '2020-01-01T00:00Z']],
  ['a time without a note', ['--began', '2026-11-20T02:00Z']],
  ['an unknown argument', ['--nonsense']],
])('%s is refused and nothing is written', async (_, args) => {
  const { code, stderr } = await run(...args)
  expect([code, stderr.length > 20]).toEqual([2, true])
  expect(await server.sql('select * from status_incidents')).toEqual([])
})
