import { Machine, type Thread } from './machine.ts'

/** What one operation of the lanes costs, in milliseconds. */
export interface Costs {
  /** The event loop, for each request and for each batch: HTTP, deciding, the two round trips. */
  node: { each: number; batch: number }
  /** PostgreSQL, for each operation and for each batch. */
  postgres: { each: number; batch: number }
  /** The flush of a commit, which needs no processor. */
  flushMs: number
  /** The load generator, for each request; 0 where the buyers are elsewhere. */
  generator: number
}

interface Setup {
  costs: Costs
  /** Processors of the one machine that everything shares; or those of the servers and of the database. */
  processors: { shared: number } | { servers: number; database: number }
  processes: number
  sessions: number
  /** Half a round trip between server and database; 0 on one machine. */
  wireMs: number
}

/** As `lanes.ts` has it: the most operations of a batch, and one batch of a session at a time. */
const LARGEST_BATCH = 128

interface Operation {
  answered(): void
}

/**
 * The lanes over a hot session each: requests arrive at the event loop of one of the processes, wait for
 * the batch in progress, are committed together, and are answered. Sessions are independent; a session is
 * served by the process that its first request came to (sticky, as in `docs/scale.md`).
 */
class Lanes {
  readonly servers: Machine
  readonly #database: Machine
  readonly #generator: Thread
  readonly #loops: readonly Thread[]
  readonly #lanes: { waiting: Operation[]; isBusy: boolean; backend: Thread }[]
  readonly #setup: Setup
  batches = 0
  committed = 0

  constructor(setup: Setup) {
    this.#setup = setup
    const { processors } = setup
    this.servers = new Machine('shared' in processors ? processors.shared : processors.servers)
    this.#database = 'shared' in processors ? this.servers : new Machine(processors.database)
    this.#generator = this.servers.thread('generator')
    this.#loops = Array.from({ length: setup.processes }, (_, index) =>
      this.servers.thread(`loop ${index}`),
    )
    this.#lanes = Array.from({ length: setup.sessions }, (_, index) => ({
      waiting: [],
      isBusy: false,
      backend: this.#database.thread(`backend ${index}`),
    }))
  }

  /** Runs both machines to a time; they exchange work every {@link STEP_MS}. */
  advance(untilMs: number): void {
    if (this.servers === this.#database) {
      this.servers.advance(untilMs)
      return
    }
    for (let at = this.servers.now; at < untilMs; at += STEP_MS) {
      const next = Math.min(untilMs, at + STEP_MS)
      this.servers.advance(next)
      this.#database.advance(next)
      this.servers.now = next
      this.#database.now = next
    }
  }

  request(session: number, answered: () => void): void {
    const { costs } = this.#setup
    const loop = this.#loopOf(session)
    const arrive = () =>
      this.servers.run(loop, costs.node.each, () => {
        this.#lane(session).waiting.push({ answered })
        this.#begin(session)
      })
    if (costs.generator > 0) this.servers.run(this.#generator, costs.generator, arrive)
    else arrive()
  }

  #begin(session: number): void {
    const lane = this.#lane(session)
    if (lane.isBusy || lane.waiting.length === 0) return
    lane.isBusy = true
    const { costs, wireMs } = this.#setup
    const loop = this.#loopOf(session)
    // The batch is formed at the end of the turn: what has arrived until then is in it.
    this.servers.run(loop, costs.node.batch, () => {
      const batch = lane.waiting.splice(0, LARGEST_BATCH)
      const work = costs.postgres.batch + costs.postgres.each * batch.length
      this.servers.after(2 * wireMs, () =>
        this.#database.run(lane.backend, work, () =>
          this.#database.after(costs.flushMs + 2 * wireMs, () => {
            this.batches += 1
            this.committed += batch.length
            lane.isBusy = false
            for (const { answered } of batch) answered()
            this.#begin(session)
          }),
        ),
      )
    })
  }

  #lane(session: number) {
    const lane = this.#lanes[session]
    if (!lane) throw new RangeError(`There is no session ${session}`)
    return lane
  }

  #loopOf(session: number): Thread {
    const loop = this.#loops[session % this.#loops.length]
    if (!loop) throw new RangeError('There is no process')
    return loop
  }
}

const STEP_MS = 0.25

/** Closed loops: each client sends its next request once it has the last answer. */
export function closedLoops(setup: Setup, clients: number, seconds: number) {
  const lanes = new Lanes(setup)
  const beginWithinMs = 300
  const warmUpMs = 2 * beginWithinMs
  const latencies: number[] = []
  const send = (session: number) => {
    const sentAt = lanes.servers.now
    lanes.request(session, () => {
      if (sentAt > warmUpMs) latencies.push(lanes.servers.now - sentAt)
      send(session)
    })
  }
  // At random moments, as buyers come. If all began at once, a small batch and a large one would take
  // turns for ever, during whose commits nobody has anything to do.
  const random = seeded(7)
  for (let client = 0; client < clients; client += 1) {
    lanes.servers.after(random() * beginWithinMs, () => send(client % setup.sessions))
  }
  lanes.advance(warmUpMs)
  const [committed, batches] = [lanes.committed, lanes.batches]
  lanes.advance(warmUpMs + seconds * 1000)
  return {
    perSecond: (lanes.committed - committed) / seconds,
    perBatch: (lanes.committed - committed) / Math.max(1, lanes.batches - batches),
    p99Ms: percentile(latencies, 0.99),
  }
}

/** `buyers` requests that arrive at random moments (a Poisson process), `perSecond` on average. */
export function arriving(setup: Setup, perSecond: number, seconds: number) {
  const lanes = new Lanes(setup)
  const random = seeded(7)
  const latencies: number[] = []
  let arrived = 0
  const next = () => {
    lanes.servers.after((-Math.log(1 - random()) / perSecond) * 1000, () => {
      const at = lanes.servers.now
      arrived += 1
      lanes.request(Math.floor(random() * setup.sessions), () =>
        latencies.push(lanes.servers.now - at),
      )
      if (at < seconds * 1000) next()
    })
  }
  next()
  lanes.advance(seconds * 1000 + 60_000)
  return { arrived, p99Ms: percentile(latencies, 0.99), perBatch: lanes.committed / lanes.batches }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

/** Random numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
