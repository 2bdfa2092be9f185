import { gzipSync } from 'node:zlib'
import { drawPoster, type PosterInput, renderPreview } from '@foyer/server/posters'

/**
 * `npm run bench:previews`: the time of drawing a link preview as PNG, and a poster as SVG, for
 * events of all categories. The last line is JSON; times are milliseconds of wall clock and of the
 * processor (the better figure on a busy machine), sizes are bytes (a poster's with gzip).
 */
const CATEGORIES = [
  'music',
  'concert',
  'sports',
  'theater',
  'festival',
  'exhibition',
  'conference',
  'other',
] as const
const EVENTS_EACH = 12
const NAMES = [
  "The Weather Keeper's Daughter",
  'Fado à Hora do Fecho',
  'Jazz',
  'An Evening of Unfinished Symphonies, Abandoned Operas and One Completed String Quartet',
]

const events = CATEGORIES.flatMap((category) =>
  Array.from(
    { length: EVENTS_EACH },
    (_, seed): PosterInput => ({
      id: `${category} ${seed}`,
      name: NAMES[seed % NAMES.length] ?? '',
      category,
      dates: { kind: 'range', first: '2026-11-28', last: '2027-01-03' },
      locale: 'en-US',
      today: '2026-11-20',
      venue: 'The Great Hall',
      city: 'Boston',
      brandHue: (seed * 30) % 360,
    }),
  ),
)

/** What 50 and 95 of 100 are below, and the highest. */
function figureOf(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { median: at(0.5), p95: at(0.95), max: at(0.9999) }
}

async function measure(make: (event: PosterInput) => Promise<number>) {
  const [times, cpu, sizes]: [number[], number[], number[]] = [[], [], []]
  for (const event of events) {
    const started = performance.now()
    const before = process.cpuUsage()
    sizes.push(await make(event))
    const { user, system } = process.cpuUsage(before)
    times.push(performance.now() - started)
    cpu.push((user + system) / 1000)
  }
  return { ms: figureOf(times), cpuMs: figureOf(cpu), bytes: figureOf(sizes) }
}

const preview = async (event: PosterInput) =>
  (await renderPreview({ ...event, format: 'social' })).length
const [first] = events
const started = performance.now()
if (first) await preview(first)
const firstMs = Math.round(performance.now() - started)
const figures = {
  preview: { firstMs, ...(await measure(preview)) },
  poster: await measure(async (event) => gzipSync(drawPoster(event)).length),
}
for (const [name, figure] of Object.entries(figures)) {
  console.log(name.padEnd(8), JSON.stringify(figure))
}
console.log(JSON.stringify(figures))
