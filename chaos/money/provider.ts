import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../ports.ts'

const PROGRAM = new URL('emulator-process.ts', import.meta.url)
const LOOK_EVERY_MS = 5

/** Faults that the emulator can inject into calls; see its README. */
export type FaultKind =
  | 'error500'
  | 'error500After'
  | 'cut'
  | 'cutAfter'
  | 'timeout'
  | 'timeoutAfter'
  | 'slow'
export type Chances<Kind extends string> = Partial<Record<Kind, number>>

/** An intent as the provider has it. Amounts are minor units. */
export interface ProviderIntent {
  id: string
  /** The organizer's account that it is on; null: the platform's own. */
  account: string | null
  status: string
  metadata: { eventId?: string; paymentId?: string }
  amount_received: number
  latest_charge: { amount_refunded: number } | null
}

export interface ProviderRefund {
  id: string
  status: string
  payment_intent: string
}

interface Page<T> {
  data: (T & { id: string })[]
  has_more: boolean
}

/** The emulator in a process of its own, reached over TCP by servers, browsers and this harness. */
export class Provider {
  readonly url: string
  readonly publishableKey = 'pk_test_chaos'
  /** Accounts of organizers, whose objects are listed with the platform's own. */
  readonly accounts: string[] = []
  readonly #secretKey = 'sk_test_chaos'
  readonly #webhookSecret = 'whsec_chaos_money'
  readonly #connectWebhookSecret = 'whsec_chaos_accounts'
  readonly #process: ChildProcess

  static async start(folder: string, serverPort: number): Promise<Provider> {
    const log = await open(join(folder, 'provider.log'), 'a')
    const provider = new Provider(await freePort(), folder, serverPort, log.fd)
    await once(provider.#process, 'message')
    await log.close()
    return provider
  }

  private constructor(port: number, folder: string, serverPort: number, log: number) {
    this.url = `http://127.0.0.1:${port}`
    this.#process = fork(PROGRAM, {
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...this.#keys(),
        PORT: String(port),
        WEBHOOK_URL: `http://127.0.0.1:${serverPort}/api/stripe/webhook`,
        STORAGE_PATH: join(folder, 'provider.jsonl'),
      },
    })
  }

  /** Environment variables with which a server uses this provider. */
  get variables(): Record<string, string> {
    return { ...this.#keys(), STRIPE_API_BASE: this.url }
  }

  /** Injects a fault into the next calls that contain `match`. */
  async fault(match: string, kind: FaultKind, times = 1): Promise<void> {
    await this.#turn('faults', { match, kind, times: String(times) })
  }

  async faultsByChance(seed: number, match: string, chances: Chances<FaultKind>): Promise<void> {
    const delay_ms = '50'
    await this.#turn('faults/random', { seed: String(seed), match, delay_ms, ...shares(chances) })
  }

  async mishapsByChance(
    seed: number,
    chances: Chances<'twice' | 'late' | 'lost'>,
    lateMs = 500,
  ): Promise<void> {
    const late_ms = String(lateMs)
    await this.#turn('webhooks/random', { seed: String(seed), late_ms, ...shares(chances) })
  }

  holdWebhooks = () => this.#turn('webhooks/hold')
  releaseWebhooks = (order: 'as-sent' | 'reversed') => this.#turn('webhooks/release', { order })
  duplicateWebhooks = (times: number) => this.#turn('webhooks/duplicate', { times: String(times) })

  /** Ends all faults and sends the webhooks that were held back. Lost ones stay lost. */
  async reset(): Promise<void> {
    await this.#turn('faults/clear')
    await this.#turn('webhooks/reset')
  }

  /** Lets all refunds succeed from now on, even to cards whose bank returned them. */
  acceptRefunds = () => this.#turn('refunds/accept')

  /** How many calls faults of this kind have hit so far. */
  async faultCount(kind: FaultKind): Promise<number> {
    const { counts } = await this.#get<{ counts: Record<FaultKind, number> }>('control/faults')
    return counts[kind]
  }

  /** Resolves once faults of this kind have hit more than `before` calls. */
  async untilFaultHit(kind: FaultKind, before: number): Promise<void> {
    while ((await this.faultCount(kind)) <= before) await delay(LOOK_EVERY_MS)
  }

  /** The intents of all accounts. */
  intents(): Promise<ProviderIntent[]> {
    return this.#ofAll<ProviderIntent>('v1/payment_intents?limit=100&expand[]=data.latest_charge')
  }

  refunds(): Promise<ProviderRefund[]> {
    return this.#ofAll<ProviderRefund>('v1/refunds?limit=100')
  }

  /** Makes an account of an organizer that charges and pays out. */
  async connectAccount(): Promise<string> {
    const made = await this.#ask('v1/accounts', { method: 'POST' })
    const { id }: { id: string } = JSON.parse(await made.text())
    await this.#turn('accounts', { account: id, outcome: 'complete' })
    this.accounts.push(id)
    return id
  }

  close(): void {
    this.#process.kill('SIGKILL')
  }

  #keys() {
    return {
      STRIPE_SECRET_KEY: this.#secretKey,
      STRIPE_PUBLISHABLE_KEY: this.publishableKey,
      STRIPE_WEBHOOK_SECRET: this.#webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: this.#connectWebhookSecret,
    }
  }

  async #ofAll<T>(path: string): Promise<(T & { account: string | null })[]> {
    const lists = await Promise.all(
      [null, ...this.accounts].map(async (account) =>
        (await this.#all<T>(path, account)).map((object) => ({ ...object, account })),
      ),
    )
    return lists.flat()
  }

  async #all<T>(path: string, account: string | null): Promise<T[]> {
    const found: T[] = []
    for (let after = ''; ; ) {
      const page: Page<T> = await this.#get(path + after, account)
      found.push(...page.data)
      const last = page.data.at(-1)
      if (!page.has_more || !last) return found
      after = `&starting_after=${last.id}`
    }
  }

  async #get<T>(path: string, account: string | null = null): Promise<T> {
    return JSON.parse(await (await this.#ask(path, {}, account)).text())
  }

  async #turn(path: string, form: Record<string, string> = {}): Promise<void> {
    await this.#ask(`control/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  }

  async #ask(path: string, init: RequestInit, account: string | null = null): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#secretKey}`,
      ...(account === null ? {} : { 'stripe-account': account }),
    }
    const response = await fetch(`${this.url}/${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`The provider: ${path}: ${await response.text()}`)
    return response
  }
}

const shares = (chances: Chances<string>) =>
  Object.fromEntries(
    Object.entries(chances).map(([kind, share]) => [`chances[${kind}]`, String(share)]),
  )
