import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cart, type Endpoint } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { BUSY } from '../engine/refusals.ts'
import { refuse } from './endpoint.ts'

/**
 * What may be refused under overload: only new holds, whose buyers lose nothing by it. Reads,
 * releases, payments, orders and webhooks finish what somebody began, or are cheap.
 */
const SHEDDABLE: readonly Endpoint[] = [cart.createHold, cart.holdCart]

interface Bounds {
  /** Lag of the event loop in milliseconds: see {@link shedLoad}. */
  lagMs: number
  /** Holds whose answer is owed. */
  underway: number
}

// A full load of holds lags 10 to 30 ms, a burst of hundreds of new connections 150. A slow database
// answers a thousand holds a second, and nobody should wait longer than 5,000 take it.
const BOUNDS: Bounds = { lagMs: 400, underway: 5000 }
const RESOLUTION_MS = 20
const SAMPLE_MS = 500

/**
 * Keeps reads fast while more holds come in than can be granted: beyond the bounds above new ones
 * are refused before their body is read, with the time to come back. Register it before the routes.
 */
export function shedLoad(
  app: FastifyInstance,
  context: Pick<Context, 'metrics'>,
  bounds: Bounds = BOUNDS,
): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let lagMs = 0
  let lastMean = 0
  let underway = 0
  // Of two samples in a row the better: one long pause falls into one sample and is no overload,
  // one long turn after another is.
  const sampler = setInterval(() => {
    const mean = delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0
    lagMs = Math.min(mean, lastMean)
    lastMean = mean
    delay.reset()
  }, SAMPLE_MS)
  sampler.unref()
  app.addHook('onClose', async () => {
    clearInterval(sampler)
    delay.disable()
  })
  context.metrics.watchRequests(() => ({ holdsUnderway: underway, lagMs }))

  app.addHook('onRoute', (route) => {
    if (!SHEDDABLE.some(({ method, path }) => method === route.method && path === route.url)) return
    const counted = new WeakSet<object>()
    route.onRequest = [
      (_request, reply, done) => {
        const reason = lagMs > bounds.lagMs ? 'lag' : underway >= bounds.underway ? 'queue' : null
        if (!reason) return done()
        context.metrics.shed(reason)
        refuse(reply, BUSY.refusal)
      },
    ]
    // Counted once its body is there: who sends one slowly occupies nothing.
    route.preHandler = (request, _reply, done) => {
      underway += 1
      counted.add(request)
      done()
    }
    // Every answer passes here, also one whose caller has left.
    route.onSend = (request, _reply, payload, done) => {
      if (counted.delete(request)) underway -= 1
      done(null, payload)
    }
  })
}
