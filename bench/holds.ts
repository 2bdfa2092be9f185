/**
 * `npm run bench:holds`: holds a second on one hot session over HTTP, beside a transaction per
 * request that locks the row and a no-op POST, interleaved in one run. Prints a table and, last,
 * a line of JSON. It measures; it never fails on a number.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import autocannon from 'autocannon'

const CLIENTS = [1, 16, 64, 256]
const ROUNDS = 3
const SECONDS = 2
const VARIANTS = [
  { name: 'no-op', path: '/bench/no-op' },
  { name: 'row lock', path: '/bench/row-lock' },
  { name: 'lane', path: '/api/checkout/holds' },
] as const

interface Ready {
  url: string
  event: { sessionId: string; typeId: string }
}
interface Sample {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

interface Row {
  clients: number
  variant: string
  'per second': number
  'p50 ms': number
  'p99 ms': number
  errors: number
}

const server = fork(new URL('holds-server.ts', import.meta.url), { stdio: 'inherit' })
const [ready] = (await once(server, 'message')) as [Ready]
const body = JSON.stringify({
  cartId: '12345',
  sessionId: ready.event.sessionId,
  ticketTypeId: ready.event.typeId,
  quantity: 1,
})

async function measure(path: string, clients: number, seconds: number): Promise<Sample> {
  const result = await autocannon({
    url: ready.url + path,
    method: 'POST',
    connections: clients,
    duration: seconds,
    headers: { 'content-type': 'application/json' },
    body,
    // No cookie: each request is a browser, and so a cart, of its own.
    setupClient: (client) =>
      client.setHeaders({ 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  })
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors,
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

try {
  for (const { path } of VARIANTS) await measure(path, 16, 1)
  const rows: Row[] = []
  for (const clients of CLIENTS) {
    const samples = new Map<string, Sample[]>(VARIANTS.map(({ name }) => [name, []]))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, path } of VARIANTS) {
        samples.get(name)?.push(await measure(path, clients, SECONDS))
      }
    }
    for (const [variant, list] of samples) {
      rows.push({
        clients,
        variant,
        'per second': Math.round(median(list.map((sample) => sample.perSecond))),
        'p50 ms': median(list.map((sample) => sample.p50)),
        'p99 ms': median(list.map((sample) => sample.p99)),
        errors: list.reduce((sum, sample) => sum + sample.errors, 0),
      })
    }
  }
  const ratios = CLIENTS.map((clients) => {
    const rate = (variant: string) =>
      rows.find((row) => row.clients === clients && row.variant === variant)?.['per second'] ?? 0
    return {
      clients,
      timesRowLock: Number((rate('lane') / rate('row lock')).toFixed(1)),
      shareOfNoOp: Number((rate('lane') / rate('no-op')).toFixed(2)),
    }
  })
  console.table(rows)
  console.table(ratios)
  console.log(JSON.stringify({ rounds: ROUNDS, seconds: SECONDS, rows, ratios }))
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
}
