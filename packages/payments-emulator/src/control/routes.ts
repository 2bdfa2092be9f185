import type { FastifyInstance, FastifyRequest } from 'fastify'
import { concludeOnboarding } from '../accounts/account.ts'
import type { Engine } from '../engine.ts'
import { authenticate, requireSecretKey } from '../http/authenticate.ts'
import { formOf } from '../http/form.ts'
import { invalidRequest } from '../wire/errors.ts'
import { readParams, type Shape, type Values } from '../wire/params.ts'
import * as shapes from './params.ts'

/**
 * Registers the switches of the emulator for tests that run in another process, under a path that
 * Stripe does not have. Called only with the option `control`.
 */
export function registerControl(app: FastifyInstance, engine: Engine): void {
  const { faults, webhooks, scheduler } = engine

  /** Registers one switch: a form with the secret key operates it. */
  function on<S extends Shape>(path: string, shape: S, turn: (params: Values<S>) => void): void {
    app.post(`/control/${path}`, (request) => {
      const params = readParams(admit(engine, request), { ...shapes.KEY, ...shape })
      try {
        turn(params)
      } catch (error) {
        throw error instanceof RangeError ? invalidRequest(error.message) : error
      }
      return {}
    })
  }

  on('faults', shapes.FAULT, ({ match, kind, times = 1, delay_ms }) =>
    faults.next({ match, kind, times, ...(delay_ms !== undefined && { delayMs: delay_ms }) }),
  )
  on('faults/random', shapes.RANDOM_FAULTS, ({ seed, chances, match = '', delay_ms }) =>
    faults.randomly({
      seed,
      chances,
      match,
      ...(delay_ms !== undefined && { delayMs: delay_ms }),
    }),
  )
  on('faults/clear', {}, () => faults.clear())
  app.get('/control/faults', (request) => {
    admit(engine, request)
    return { counts: faults.counts() }
  })

  on('webhooks/hold', {}, () => webhooks.hold())
  on('webhooks/release', shapes.RELEASE, ({ order }) => webhooks.release(order))
  on('webhooks/duplicate', shapes.DUPLICATE, ({ times }) => webhooks.duplicate(times))
  on('webhooks/delay', shapes.DELAY, ({ ms }) => webhooks.delay(ms))
  on('webhooks/random', shapes.RANDOM_MISHAPS, ({ seed, chances, late_ms }) =>
    webhooks.randomly({
      seed,
      chances,
      ...(late_ms !== undefined && { lateMs: late_ms }),
    }),
  )
  on('webhooks/reset', {}, () => webhooks.reset())
  on('webhooks/resend', shapes.RESEND, ({ event }) => webhooks.resend(event))
  app.get('/control/webhooks/idle', async (request) => {
    admit(engine, request)
    await webhooks.idle()
    return {}
  })

  on('settle', {}, () => scheduler.settle())
  on('refunds/accept', {}, () => acceptRefunds(engine))
  on('accounts', shapes.ACCOUNT, ({ account, outcome }) =>
    engine.run({ account }, (work) => concludeOnboarding(work, account, outcome)),
  )
}

/** Makes every refund succeed at once from now on, also to cards whose refunds failed before. */
function acceptRefunds(engine: Engine): void {
  engine.run({}, ({ store }) => {
    for (const { methods } of store.all()) {
      for (const method of [...methods.oldestFirst()]) {
        methods.save({ ...method, refund: 'succeeds' })
      }
    }
  })
}

/** Reads the form of a call. Refuses one without the secret key. */
function admit(engine: Engine, request: FastifyRequest) {
  const form = formOf(request)
  requireSecretKey(authenticate(request.headers.authorization, form.key, engine.keys))
  return form
}
