import { perform, unfinished } from './background.ts'
import type { Keys } from './http/authenticate.ts'
import { FaultSwitch } from './http/faults.ts'
import { IdempotencyKeys } from './http/idempotency.ts'
import type { EmulatorOptions } from './options.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { openStore, type Store } from './store/store.ts'
import { WebhookSender } from './webhooks/sender.ts'
import { newId } from './wire/ids.ts'
import type { Pending, Work, WorkScope } from './work.ts'

const SETTLE_AFTER_MS = 3_000

/** The parts that live as long as the emulator. */
export interface Engine {
  readonly keys: Keys
  /** The platform's own. */
  readonly store: Store
  readonly faults: FaultSwitch
  readonly idempotency: IdempotencyKeys
  readonly webhooks: WebhookSender
  readonly scheduler: Scheduler
  /** Where browsers reach the emulator, if their own requests do not show it. */
  readonly publicUrl: () => string | null
  /** Whether the switches for tests can be reached over HTTP. */
  readonly hasControl: boolean
  /** Unix seconds. */
  now(): number
  /** Runs a unit of work. Its changes are in the journal before this returns or throws. */
  run<T>(scope: WorkScope, task: (work: Work) => T): T
  close(): Promise<void>
}

export function createEngine(options: EmulatorOptions): Engine {
  const { secretKey, publishableKey, webhookSecret, storagePath } = options
  const clock = options.clock ?? (() => new Date())
  const now = () => Math.floor(clock().getTime() / 1000)
  const store = openStore(storagePath)
  const webhooks = new WebhookSender({
    store,
    secretOf: ({ account }) =>
      account === undefined ? webhookSecret : (options.connectWebhookSecret ?? webhookSecret),
    url: options.webhookUrl ?? (() => null),
    retryDelaysMs: options.webhookRetryDelaysMs,
  })

  function run<T>(scope: WorkScope, task: (work: Work) => T): T {
    const { origin, baseUrl = '', account = null } = scope
    const eventIds: string[] = []
    const ahead: Pending[] = []
    const work: Work = {
      store: store.as(account),
      now: now(),
      baseUrl,
      accountTypes: options.accountTypes ?? ['card'],
      webhookUrl: options.webhookUrl?.() ?? null,
      emit(type, object, of = account) {
        const { id } = store.events.save({
          id: newId('evt'),
          type,
          created: work.now,
          object,
          requestId: origin?.requestId ?? null,
          idempotencyKey: origin?.idempotencyKey ?? null,
          ...(of === null ? {} : { account: of }),
          delivery: webhooks.hasEndpoint() ? 'pending' : 'none',
        })
        eventIds.push(id)
      },
      later: (pending) => ahead.push({ ...pending, account }),
    }
    try {
      return task(work)
    } finally {
      store.flush()
      for (const id of eventIds) if (store.events.of(id).delivery === 'pending') webhooks.send(id)
      for (const pending of ahead) scheduler.schedule(pending)
    }
  }

  const scheduler = createScheduler(options.settleAfterMs ?? SETTLE_AFTER_MS, (pending) =>
    run({ account: pending.account }, (work) => perform(work, pending)),
  )
  resume(store, scheduler, webhooks)

  return {
    keys: { secretKey, publishableKey },
    store,
    faults: new FaultSwitch(),
    idempotency: new IdempotencyKeys(store),
    webhooks,
    scheduler,
    publicUrl: options.publicUrl ?? (() => null),
    hasControl: options.control ?? false,
    now,
    run,
    async close() {
      scheduler.close()
      await webhooks.close()
      store.close()
    },
  }
}

/** Schedules the work and the webhooks that a previous process left unfinished. */
function resume(store: Store, scheduler: Scheduler, webhooks: WebhookSender): void {
  for (const own of store.all()) {
    for (const pending of unfinished(own)) {
      scheduler.schedule({ ...pending, account: own.account })
    }
  }
  for (const { id, delivery } of store.events.oldestFirst()) {
    if (delivery === 'pending') webhooks.send(id)
  }
}
