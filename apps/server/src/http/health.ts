import { setTimeout as delay } from 'node:timers/promises'
import { pendingMigrations } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Thread } from '../worker/thread.ts'

/**
 * How long a check may take: a load balancer asks every few seconds and must not wait for a busy
 * pool.
 */
const PATIENCE_MS = 1000

type Watched = Pick<Thread<never>, 'state'> | null

export interface WatchedThreads {
  /** Null if slow work runs in the thread that answers requests. */
  worker: Watched
  /** Null with a real provider, or if the emulator runs in the thread that answers requests. */
  emulator: Watched
}

interface Watching {
  threads: WatchedThreads
  /** Whether each other cell answers; null with one cell. */
  cells: (() => Readonly<Record<string, boolean>>) | null
}

/**
 * /healthz: the process is alive. /readyz: it can serve requests, so a load balancer may send some.
 * Neither belongs to a tenant, and anyone may call them.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Context,
  { threads: { worker, emulator }, cells }: Watching,
): void {
  const look = lookAtDatabase(context)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const isAccepting = context.lanes.isAccepting()
    const checks = { ...(await look()), lanes: isAccepting }
    const isHomeWell = Object.values(checks).every(Boolean)
    const others = cells?.() ?? {}
    // Organizers of other cells sell also while the home cell is away.
    const isReady = isHomeWell || (isAccepting && Object.values(others).some(Boolean))
    // Without its worker the process still sells: mails and files follow once the worker is back.
    // Without the emulator of a demo nobody can pay until it is back, as if a provider were down.
    const threads = {
      worker: worker?.state().isUp ?? true,
      ...(emulator ? { emulator: emulator.state().isUp } : {}),
    }
    const parts = [isHomeWell, ...Object.values(threads), ...Object.values(others)]
    const well = parts.every(Boolean) ? 'ready' : 'degraded'
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({
        status: isReady ? well : 'not ready',
        checks: { ...checks, ...threads },
        ...(cells ? { cells: others } : {}),
      })
  })
}

/**
 * One check of the database runs at a time, however many requests wait for it. All processes of a
 * deployment have the same database: if all left the load balancer at each of its hiccups, none
 * would remain. So a process reports that it is not ready only once the database has been
 * unreachable or read-only for `bounds.databaseGraceMs`.
 */
function lookAtDatabase(context: Context) {
  let asking: Promise<void> | null = null
  let answeredAt = Number.NEGATIVE_INFINITY
  let writableAt = Number.NEGATIVE_INFINITY
  let isCurrent = false

  async function ask(): Promise<void> {
    try {
      // An applied migration is never reverted, so this is checked until it is true.
      isCurrent ||= (await pendingMigrations(context.db.pool)).length === 0
      const isWritable = await context.db.isWritable()
      answeredAt = performance.now()
      if (isWritable) writableAt = answeredAt
      else context.log.warn('the database cannot be written')
    } catch (error) {
      context.log.warn({ err: error }, 'the database does not answer')
    } finally {
      asking = null
    }
  }

  return async () => {
    asking ??= ask()
    await Promise.race([asking, delay(PATIENCE_MS, null, { ref: false })])
    const isFresh = (at: number) => performance.now() - at <= context.bounds.databaseGraceMs
    return { database: isFresh(answeredAt), writable: isFresh(writableAt), migrations: isCurrent }
  }
}
