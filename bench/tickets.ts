import { type Paper, ticketsPdf } from '@foyer/server/tickets-pdf'
import { anOrder, aTenant } from '../apps/server/test/support/an-order.ts'

/**
 * `npm run bench:tickets`: the time of a PDF with four tickets, once the fonts are loaded. Names
 * differ each time, so that no text is shaped in advance. The last line is JSON; times are
 * milliseconds.
 */
const ROUNDS = 60
const TICKETS = 4
const PAPER: Paper = 'a4'

const NAMES = {
  latin: ['Ada', 'Harbor Lights'],
  polish: ['Gęślą', 'Żółte światła w Łodzi'],
  greek: ['Αλέξανδρος', 'Νύχτα στο Ηρώδειο'],
  cyrillic: ['Щербаков', 'Щелкунчик'],
  arabic: ['محمد', 'مهرجان الموسيقى'],
  japanese: ['山田', '東京フィルハーモニー'],
} as const

/** `cpuMs` is the better figure on a busy machine. */
interface Figure {
  medianMs: number
  cpuMs: number
  firstMs: number
  bytes: number
}

const medianOf = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timeOf(firstName: string, name: string, round: number) {
  const order = anOrder({
    firstName,
    lastName: `${firstName}-${round}`,
    event: { name: `${name} ${round}` },
    tickets: TICKETS,
  })
  const started = performance.now()
  const before = process.cpuUsage()
  const { length } = await ticketsPdf(aTenant(), order, PAPER)
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - started, cpu: (user + system) / 1000, bytes: length }
}

const figures: Record<string, Figure> = {}
for (const [script, [firstName, name]] of Object.entries(NAMES)) {
  const first = await timeOf(firstName, name, 0)
  const times: Awaited<ReturnType<typeof timeOf>>[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    times.push(await timeOf(firstName, name, round))
  }
  figures[script] = {
    medianMs: Math.round(medianOf(times.map(({ wall }) => wall))),
    cpuMs: Math.round(medianOf(times.map(({ cpu }) => cpu))),
    firstMs: Math.round(first.wall),
    bytes: first.bytes,
  }
  console.log(script.padEnd(10), JSON.stringify(figures[script]))
}
const slowest = Math.max(...Object.values(figures).map(({ medianMs }) => medianMs))
console.log(JSON.stringify({ tickets: TICKETS, slowestMedianMs: slowest, ...figures }))
