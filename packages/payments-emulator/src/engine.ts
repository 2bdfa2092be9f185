import { perform, unfinished } from './background.ts'
import type { Keys } from './http/authenticate.ts'
import { FaultSwitch } from './http/faults.ts'
import { IdempotencyKeys } from './http/idempotency.ts'
import type { EmulatorOptions } from './options.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { openStore, type Store } from './store/store.ts'
import { WebhookSender } from './webhooks/sender.ts'
import { newId } from './wire/ids.ts'
import type { Origin, Pending, Work } from './work.ts'

const SETTLE_AFTER_MS = 3_000

/** The parts that live as long as the emulator. */
export interface Engine {
  readonly keys: Keys
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
  run<T>(origin: Origin | null, baseUrl: string, task: (work: Work) => T): T
  close(): Promise<void>
}

export function createEngine(options: EmulatorOptions): Engine {
  const { secretKey, publishableKey, webhookSecret, storagePath } = options
  const clock = options.clock ?? (() => new Date())
  const now = () => Math.floor(clock().getTime() / 1000)
  const store = openStore(storagePath)
  const webhooks = new WebhookSender({
    store,
    secret: webhookSecret,
    url: options.webhookUrl ?? (() => null),
    retryDelaysMs: options.webhookRetryDelaysMs,
  })

  function run<T>(origin: Origin | null, baseUrl: string, task: (work: Work) => T): T {
    const eventIds: string[] = []
    const ahead: Pending[] = []
    const work: Work = {
      store,
      now: now(),
      baseUrl,
      accountTypes: options.accountTypes ?? ['card'],
      webhookUrl: options.webhookUrl?.() ?? null,
      emit(type, object) {
        const { id } = store.events.save({
          id: newId('evt'),
          type,
          created: work.now,
          object,
          requestId: origin?.requestId ?? null,
          idempotencyKey: origin?.idempotencyKey ?? null,
          delivery: webhooks.hasEndpoint() ? 'pending' : 'none',
        })
        eventIds.push(id)
      },
      later: (pending) => ahead.push(pending),
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
    run(null, '', (work) => perform(work, pending)),
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
  for (const pending of unfinished(store)) scheduler.schedule(pending)
  for (const { id, delivery } of store.events.oldestFirst()) {
    if (delivery === 'pending') webhooks.send(id)
  }
}
