import { createHash } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import { join } from 'node:path'
import {
  createEmulator,
  type EmulatorThreadStart,
  type FromEmulatorThread,
  type PaymentsEmulator,
  THREAD_PROGRAM,
  type ToEmulatorThread,
} from '@foyer/payments-emulator'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Env, StripeAccount } from '../env.ts'
import { startThread, type Thread } from '../worker/thread.ts'
import type { Clock } from './clock.ts'

/** Where browsers find the emulator on this server. */
export const EMULATOR_PREFIX = '/payments-emulator'

/** Whether browsers pay at an emulator: there is no provider, or STRIPE_API_BASE names another one. */
export const isEmulated = ({ stripe }: Pick<Env, 'stripe'>): boolean =>
  stripe === null || stripe.api !== undefined

/**
 * Headers that belong to one connection: the browser's and the emulator's connections are separate.
 */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])
/** How long a closing server waits for the emulator's answers to calls in progress. */
const LAST_ANSWERS_MS = 1000

export interface EmulatedProvider {
  account: StripeAccount
  /** Serves browsers under {@link EMULATOR_PREFIX}. */
  plugin: FastifyPluginAsync
  /** The emulator itself if it runs in this thread, where tests can reach it. */
  emulator: PaymentsEmulator | null
  /** Its thread; null if it runs in this one. */
  thread: Pick<Thread<never>, 'state' | 'kill'> | null
  /** Sends its webhooks to the server at this address from now on. */
  setOrigin(origin: string): void
  close(): Promise<void>
}

export interface EmulatedProviderOptions {
  env: Env
  /** For an emulator in this thread. An emulator in its own thread uses the system's clock. */
  clock: Clock
  origin: string
  /** Runs it in a thread of its own, so that it does not delay requests of buyers. */
  inThread: boolean
  log: FastifyBaseLogger
}

/**
 * Starts the emulator of the payment provider, which is used if no provider is configured. It
 * serves the SDK on a port of its own, and browsers under {@link EMULATOR_PREFIX}. A thread that
 * ended is started again at the same port and loses no answered call, because it writes each change
 * to a file before it answers.
 */
export async function startEmulatedProvider(
  options: EmulatedProviderOptions,
): Promise<EmulatedProvider> {
  const { env, clock, log } = options
  const webhookUrlAt = (origin: string) => `${origin}/api/stripe/webhook`
  let webhookUrl = webhookUrlAt(options.origin)
  // The keys survive a restart, so that a payment begun before it can be finished after it.
  const key = (name: string) =>
    createHash('sha256').update(`${name}/${env.appSecret}`).digest('hex').slice(0, 32)
  const keys = {
    secretKey: `sk_test_${key('secret')}`,
    publishableKey: `pk_test_${key('publishable')}`,
    webhookSecret: `whsec_${key('webhook')}`,
  }
  const settings = {
    ...keys,
    storagePath: join(env.dataDir, 'payments-emulator.jsonl'),
    accountTypes: ['card', 'ideal', 'amazon_pay'] as const,
    control: !env.isProduction,
  }

  if (!options.inThread) {
    const emulator = createEmulator({ ...settings, clock, webhookUrl: () => webhookUrl })
    const { host, port, close } = await emulator.listen()
    return {
      account: { ...keys, connectWebhookSecret: keys.webhookSecret, api: { host, port } },
      plugin: emulator.plugin,
      emulator,
      thread: null,
      setOrigin(origin) {
        webhookUrl = webhookUrlAt(origin)
      },
      async close() {
        await close()
        await emulator.close()
      },
    }
  }

  const address = { host: '127.0.0.1', port: 0 }
  const thread = await startThread<ToEmulatorThread, FromEmulatorThread>({
    program: THREAD_PROGRAM,
    name: 'the payments emulator',
    workerData: (): EmulatorThreadStart => ({
      ...settings,
      ...address,
      prefix: EMULATOR_PREFIX,
      webhookUrl,
    }),
    onMessage(message) {
      // Later threads use the port of the first one, because the gateways of both threads know it.
      if (message.kind === 'ready') address.port = message.port
    },
    log,
  })
  return {
    account: { ...keys, connectWebhookSecret: keys.webhookSecret, api: { ...address } },
    plugin: forwardTo(address),
    emulator: null,
    thread,
    setOrigin(origin) {
      webhookUrl = webhookUrlAt(origin)
      thread.send({ kind: 'webhookUrl', url: webhookUrl })
    },
    close: thread.stop,
  }
}

/**
 * Forwards browsers' calls to an emulator unchanged; only the URL that leads back to this server is
 * added. It must serve its calls under {@link EMULATOR_PREFIX} as well.
 */
export function forwardTo({ host, port }: { host: string; port: number }): FastifyPluginAsync {
  return async (app) => {
    const agent = new Agent({ keepAlive: true })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))
    // A call that the emulator never answers must not keep this server from closing.
    app.addHook('preClose', async () => {
      setTimeout(() => agent.destroy(), LAST_ANSWERS_MS).unref()
    })
    app.all('/*', (request, reply) => {
      const forwarded = sendRequest({
        agent,
        host,
        port,
        method: request.method,
        path: request.url,
        headers: {
          ...withoutHopByHop(request.headers),
          'x-forwarded-host': request.host,
          'x-forwarded-proto': request.protocol,
        },
      })
      forwarded.on('response', (answer) => {
        reply
          .code(answer.statusCode ?? 502)
          .headers(withoutHopByHop(answer.headers))
          .send(answer)
      })
      forwarded.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') {
          const message = 'The payments emulator is being started again.'
          return reply.code(503).send({ error: { type: 'api_error', message } })
        }
        // The emulator broke off its answer, so the browser's connection is broken off too.
        reply.hijack()
        request.raw.socket.destroy()
      })
      reply.raw.once('close', () => forwarded.destroy())
      request.raw.pipe(forwarded)
      return reply
    })
  }
}

const withoutHopByHop = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
