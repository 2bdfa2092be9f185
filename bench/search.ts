import { runCommand } from '@foyer/testkit/command'
import { buildManyEvents, nameOfMany } from '@foyer/testkit/many-events'
import { openBenchDatabase } from './database.ts'
import { printTable, round } from './report.ts'
import { ServerProcess } from './server-process.ts'

/**
 * `npm run bench:search`: the time of a search over HTTP with 10,000 events in one tenant. Each search
 * is new, so no answer is cached. The last line is JSON; times are milliseconds.
 */
const EVENTS = 10_000
const ROUNDS = 400

const wordOf = (index: number) => nameOfMany(index).split(': ')[1]?.toLowerCase() ?? ''
const misspelt = (word: string) => word.slice(0, 3) + word.slice(4)
const CITIES = ['Berlin', 'Chicago', 'Oslo']

/** The kinds of searches take turns; `index` differs each time. */
const QUERIES: Record<string, (index: number) => Record<string, string>> = {
  'no words': (index) => ({ offset: String(index) }),
  'one word': (index) => ({ q: wordOf(index * 23) }),
  'one letter, as one types': (index) => ({
    q: String.fromCharCode(97 + (index % 26)),
    offset: String(index),
  }),
  'three words': (index) => ({
    q: nameOfMany(index * 23)
      .split(' ')
      .slice(0, 3)
      .join(' '),
  }),
  'a word misspelt': (index) => ({ q: misspelt(wordOf(index * 23)) }),
  'all words misspelt': (index) => ({
    q: nameOfMany(index * 23)
      .split(/\W+/)
      .map(misspelt)
      .join(' '),
  }),
  'words and filters': (index) => ({
    q: 'festival',
    city: CITIES[index % 3] ?? '',
    maxPrice: String(50 + index / 10),
    sort: 'price',
  }),
  'days and a price': (index) => ({
    from: '2027-01-01',
    to: `2027-0${1 + (index % 9)}-28`,
    maxPrice: String(20 + index / 10),
  }),
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

await runCommand(async (started) => {
  const database = await openBenchDatabase(started)
  const { pool, tenantId, url, role, dataDir } = database
  await buildManyEvents(pool, tenantId, EVENTS)
  await pool.query('vacuum analyze')
  const server = await ServerProcess.start(started, {
    databaseUrl: url,
    role,
    dataDir,
    tenantId,
    eventId: '',
  })
  const times = new Map<string, number[]>(Object.keys(QUERIES).map((kind) => [kind, []]))
  // The first rounds open connections and warm caches.
  for (let index = -40; index < ROUNDS; index += 1) {
    for (const [kind, queryOf] of Object.entries(QUERIES)) {
      const query = new URLSearchParams({ ...queryOf(Math.abs(index)), asked: `${index}` })
      const sentAt = performance.now()
      const answer = await fetch(`${server.url}/api/events/search?${query}`)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${answer.status} for ${query}`)
      if (index >= 0) times.get(kind)?.push(performance.now() - sentAt)
    }
  }
  const rows = [...times, ['all of them', [...times.values()].flat()] as const].map(
    ([kind, list]) => {
      const sorted = list.toSorted((a, b) => a - b)
      return { search: kind, p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) }
    },
  )
  printTable(`Search in ${EVENTS} events, ms`, rows)
  const all = rows.at(-1)
  console.log(
    JSON.stringify({
      searchEvents: EVENTS,
      searchP50Ms: round(all?.p50 ?? 0),
      searchP99Ms: round(all?.p99 ?? 0),
      worstKindP99Ms: round(Math.max(...rows.map((row) => row.p99))),
    }),
  )
})
