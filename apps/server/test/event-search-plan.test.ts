/** @module-tag night */
import { startTestServer, type TestServer } from '@foyer/testkit'
import { buildManyEvents, nameOfMany } from '@foyer/testkit/many-events'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWords, typedWords } from '../src/features/catalog/read-words.ts'
import { foundEvents, type Wanted } from '../src/features/catalog/select-found.ts'

const EVENTS = 10_000
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  const owner = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  await buildManyEvents(owner, 1, EVENTS)
  await owner.end()
}, 120_000)
afterAll(() => server.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** The plan of a statement for the application's role, under row security. */
async function planOf(statement: RawBuilder<unknown>): Promise<Plan[]> {
  const { rows } = await server.foyer.context.db.withTenant(1, (tx) =>
    sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (analyze, format json) ${statement}`.execute(
      tx,
    ),
  )
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
}

const nodesOn = (plan: readonly Plan[], relation: string) =>
  plan.filter((node) => node['Relation Name'] === relation)
const rowsRead = (nodes: readonly Plan[]) =>
  nodes.reduce(
    (sum, node) =>
      sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )
const wantedBy = async (query: string): Promise<Wanted> => ({
  words: (await server.foyer.context.db.withTenant(1, (tx) => readWords(tx, query))).words,
  category: null,
  city: null,
  venue: null,
  day: null,
  from: null,
  to: null,
  currency: 'usd',
  maxAllInMinor: null,
  priceStepsMinor: [2500],
  isPastShown: false,
  sort: 'relevance',
  offset: 0,
  limit: 12,
})

test('similar words are found among all words by an index, under row security', async () => {
  const plan = await planOf(typedWords('lihgthouse'))
  const grams = nodesOn(plan, 'word_grams')
  expect(grams.map((node) => node['Node Type'])).toEqual(['Index Only Scan'])
  const [all] = await server.sql<{ count: number }>(
    'select count(*)::integer as count from word_grams',
  )
  expect(rowsRead(grams)).toBeGreaterThan(0)
  expect(rowsRead(grams)).toBeLessThan((all?.count ?? 0) / 10)
  for (const node of nodesOn(plan, 'event_words')) expect(node['Node Type']).toMatch(/^Index/)
})

test('events are found by an index of their words, without reading other events', async () => {
  const name = nameOfMany(4711)
  const plan = await planOf(foundEvents(await wantedBy(name)))
  const words = nodesOn(plan, 'event_words')
  expect(words).not.toEqual([])
  for (const node of words) expect(node['Node Type']).toMatch(/^(Index|Bitmap)/)
  const listings = nodesOn(plan, 'event_listings')
  expect(listings.map((node) => node['Node Type'])).toEqual([expect.stringMatching(/^Index/)])
  expect(rowsRead(listings)).toBeLessThan(100)
})

test('the first page of all events is read in the order of an index', async () => {
  const plan = await planOf(foundEvents({ ...(await wantedBy('')), words: null, sort: 'date' }))
  const byIndex = nodesOn(plan, 'event_listings').filter((node) => node['Node Type'] !== 'Seq Scan')
  expect(byIndex).toHaveLength(1)
  expect(rowsRead(byIndex)).toBeLessThan(100)
})

test('a mistyped name is found among all events', async () => {
  const browser = server.browser()
  const [mood = '', thing = ''] = nameOfMany(4711).split(' ')
  const own = nameOfMany(4711).split(': ')[1]?.toLowerCase() ?? ''
  const typo = own.slice(0, 3) + own.slice(4)
  const query = new URLSearchParams({ q: `${mood} ${thing} ${typo}` })
  const { body } = await browser.send('GET', `/api/events/search?${query}`)
  expect(body.events.map((event: { name: string }) => event.name)).toContain(nameOfMany(4711))
  expect(body.total).toBeLessThan(20)
})

test('a page of all events reads the details of only its dozen events', async () => {
  const { body } = await server.browser().send('GET', '/api/events/search')
  expect(body.total).toBe(EVENTS)
  expect(body.events).toHaveLength(12)
  expect(JSON.stringify(body).length).toBeLessThan(16_000)
})
