import { isLiveKey, isTestAccount } from '@foyer/domain'
import Stripe from 'stripe'
import { type AccountsGateway, createAccountsGateway } from './accounts-gateway.ts'
import {
  type Answered,
  type Intent,
  type ProviderDispute,
  type ProviderRefund,
  presentDispute,
  presentIntent,
  presentRefund,
} from './provider-objects.ts'

export type { Intent, ProviderDispute, ProviderRefund } from './provider-objects.ts'

export interface IntentRequest {
  amountMinor: number
  currency: string
  description: string
  metadata: Record<string, string>
  /** What the platform takes of it; only on an organizer's account. */
  platformFeeMinor?: number
}

export interface RefundRequest {
  intentId: string
  amountMinor: number
  /** Our id, by which the refund is found if the response gets lost. */
  refundId: string
  /** The number of this call among our calls for the refund. */
  keyNumber: number
  /** Whether the platform's fee goes back in proportion. */
  returnsPlatformFee?: boolean
}

/** The content of a webhook, once its signature is verified: only which object to fetch. */
export interface ProviderEvent {
  id: string
  type: string
  objectId: string | null
  /** The intent: the object itself, or the one that the object belongs to. */
  intentId: string | null
  /** The organizer's account that it happened on; null: the platform's own. */
  accountId: string | null
}

/**
 * The payment provider, through its official SDK. With the emulator only the address differs, so
 * there is one code path for payments. Every call may throw {@link ProviderError}; no call may be
 * made inside a database transaction.
 *
 * A gateway is that of one account, and sees the objects of this account alone: the platform's own
 * (the keys of the environment), or with {@link PaymentGateway.ofAccount} that of an organizer. Which
 * one a payment needs is stored with it ({@link paymentsOn}). The test account of a test shop is a part of
 * the platform's own account in the provider's test mode: what was made for it.
 */
export interface PaymentGateway {
  /** The same on the account of an organizer, or on a test account. */
  ofAccount(accountId: string): PaymentGateway
  createIntent(request: IntentRequest, idempotencyKey: string): Promise<Intent>
  updateIntent(intentId: string, request: IntentRequest): Promise<Intent>
  retrieveIntent(intentId: string): Promise<Intent | null>
  cancelIntent(intentId: string): Promise<Intent>
  /** Refunds a part of what an intent captured. The same key makes only one refund. */
  createRefund(request: RefundRequest, idempotencyKey: string): Promise<ProviderRefund>
  refundsOf(intentId: string): Promise<ProviderRefund[]>
  retrieveDispute(disputeId: string): Promise<ProviderDispute | null>
  /** All intents made at or after an instant, newest first, page by page; no page is empty. */
  intentsSince(from: Date): AsyncIterable<Intent[]>
  refundsSince(from: Date): AsyncIterable<ProviderRefund[]>
  disputesSince(from: Date): AsyncIterable<ProviderDispute[]>
  /** Throws if the signature does not match the bytes, or is older than five minutes. */
  readWebhook(rawBody: Buffer, signature: string): ProviderEvent
  /** Makes accounts of organizers and reads what they can do. */
  accounts: AccountsGateway
}

/** The gateway of the account that a payment was made on; null: the platform's own. */
export const paymentsOn = (payments: PaymentGateway, accountId: string | null): PaymentGateway =>
  accountId === null ? payments : payments.ofAccount(accountId)

/** What the page's script has to know of the account of an intent; it uses test accounts by their keys. */
export const accountForBrowser = ({ accountId }: Pick<Intent, 'accountId'>) =>
  accountId === null || isTestAccount(accountId) ? {} : { accountId }

/**
 * Statuses for which the provider stored nothing: the key was wrong, the same call was in progress,
 * or there were too many calls.
 */
const NOT_BEGUN: ReadonlySet<number> = new Set([401, 409, 429])

/** The provider could not be reached, or it refused. `message` is for logs, never for a page. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  /**
   * The response's status; null if there was no response, so that the outcome of the call is
   * unknown.
   */
  readonly status: number | null
  readonly code: string | null

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const answer = cause instanceof Stripe.errors.StripeError ? cause : null
    this.status = answer?.statusCode ?? null
    this.code = answer?.code ?? null
  }

  /**
   * True if the provider stored the error under the call's key; then the key cannot be used for a
   * day.
   */
  get isStored(): boolean {
    return this.status !== null && !NOT_BEGUN.has(this.status)
  }
}

export interface GatewayOptions {
  secretKey: string
  webhookSecret: string
  /** Of the webhooks of organizers' accounts; null: nobody has one. */
  connectWebhookSecret?: string | null
  /** Keys of the provider's test mode, for test shops beside a live secret key. */
  test?: { secretKey: string } | null
  /** Where the API listens, if it is not Stripe's own. */
  api?: { host: string; port: number }
}

/**
 * The payment methods that succeed or fail within the minutes that a hold lasts: cards (with the
 * wallets of phones), wallets, bank redirects and real-time payments. Debits, transfers and
 * vouchers take days: the hold would expire, and the buyer would be charged and refunded. The
 * provider offers the methods of this list that fit the account, the currency and the amount. The
 * list names what is allowed, not what is excluded, so that a new method is considered before it is
 * offered.
 * https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter
 */
const PROMPT_METHODS = [
  'card',
  'link',
  'alipay',
  'amazon_pay',
  'bancontact',
  'blik',
  'cashapp',
  'eps',
  'fpx',
  'grabpay',
  'ideal',
  'mb_way',
  'mobilepay',
  'p24',
  'paynow',
  'paypal',
  'promptpay',
  'revolut_pay',
  'satispay',
  'swish',
  'twint',
  'wechat_pay',
  'wero',
]

/** A signed webhook that arrives later than this is a replay. */
const REPLAY_WINDOW_SECONDS = 300
const CHARGE = 'latest_charge.balance_transaction'

/** Clients of the provider by the mode of their key. */
interface Clients {
  own: Stripe
  /** Its key is never a live one. */
  test: Stripe
}

/** What the provider refuses: without a key of its test mode nothing is paid in a test shop. */
const NO_TEST_KEY = 'sk_test_none'

export function createPaymentGateway(options: GatewayOptions): PaymentGateway {
  const clientOf = (key: string) =>
    new Stripe(key, {
      maxNetworkRetries: 2,
      timeout: 10_000,
      ...(options.api ? { ...options.api, protocol: 'http' as const } : {}),
    })
  const own = clientOf(options.secretKey)
  const testKey = options.test?.secretKey ?? NO_TEST_KEY
  const isTest = options.test == null && !isLiveKey(options.secretKey)
  return gatewayOf({ own, test: isTest ? own : clientOf(testKey) }, options, null)
}

function gatewayOf(
  clients: Clients,
  options: GatewayOptions,
  accountId: string | null,
): PaymentGateway {
  const isTest = isTestAccount(accountId)
  const isLive = !isTest && isLiveKey(options.secretKey)
  const stripe = isTest ? clients.test : clients.own
  // Absent for the platform's own account: then the SDK sends no header.
  const on = accountId === null || isTest ? {} : { stripeAccount: accountId }
  const parameters = (request: IntentRequest) => ({
    amount: request.amountMinor,
    currency: request.currency,
    description: request.description,
    metadata: isTest ? { ...request.metadata, testAccount: accountId } : request.metadata,
    // A fee of 0 is refused.
    ...(request.platformFeeMinor ? { application_fee_amount: request.platformFeeMinor } : {}),
  })
  // Test shops share an account. A live intent is nobody's test, whatever its metadata says.
  const accountOf = ({ metadata }: Stripe.PaymentIntent): string | null => {
    if (accountId !== null && !isTest) return accountId
    const named = metadata.testAccount ?? null
    return !isLive && isTestAccount(named) ? named : null
  }
  const own = (intent: Stripe.PaymentIntent, answer: Answered) =>
    presentIntent(intent, answer, accountOf(intent))
  const ownAnswered = (intent: Stripe.Response<Stripe.PaymentIntent>) => own(intent, intent)
  // What went back of the platform's fee is in the movement of the account's balance.
  const withMovement = accountId === null ? [] : ['balance_transaction']

  return {
    accounts: createAccountsGateway(clients.own, {
      isLive: isLiveKey(options.secretKey),
      asking,
      finding,
    }),
    ofAccount: (id) => gatewayOf(clients, options, id),
    createIntent: (request, idempotencyKey) =>
      asking(async () =>
        ownAnswered(
          await stripe.paymentIntents.create(
            { ...parameters(request), allowed_payment_method_types: PROMPT_METHODS },
            { ...on, idempotencyKey },
          ),
        ),
      ),
    updateIntent: (intentId, request) =>
      asking(async () =>
        ownAnswered(await stripe.paymentIntents.update(intentId, parameters(request), on)),
      ),
    retrieveIntent: (intentId) =>
      finding(async () =>
        ownAnswered(await stripe.paymentIntents.retrieve(intentId, { expand: [CHARGE] }, on)),
      ),
    cancelIntent: (intentId) =>
      asking(async () => ownAnswered(await stripe.paymentIntents.cancel(intentId, {}, on))),
    createRefund: (request, idempotencyKey) =>
      asking(async () =>
        presentRefund(
          await stripe.refunds.create(
            {
              payment_intent: request.intentId,
              amount: request.amountMinor,
              metadata: { refundId: request.refundId, keyNumber: request.keyNumber },
              expand: withMovement,
              ...(request.returnsPlatformFee ? { refund_application_fee: true } : {}),
            },
            { ...on, idempotencyKey },
          ),
        ),
      ),
    refundsOf: (intentId) =>
      asking(async () => {
        const expand = withMovement.map((field) => `data.${field}`)
        const { data } = await stripe.refunds.list(
          { payment_intent: intentId, limit: 100, expand },
          on,
        )
        return data.map(presentRefund)
      }),
    retrieveDispute: (disputeId) =>
      finding(async () => presentDispute(await stripe.disputes.retrieve(disputeId, {}, on))),
    async *intentsSince(from) {
      const pages = pagesOf(
        from,
        (page) => stripe.paymentIntents.list({ ...page, expand: [`data.${CHARGE}`] }, on),
        own,
      )
      for await (const page of pages) {
        const ours = page.filter((intent) => intent.accountId === accountId)
        if (ours.length > 0) yield ours
      }
    },
    refundsSince: (from) => pagesOf(from, (page) => stripe.refunds.list(page, on), presentRefund),
    disputesSince: (from) =>
      pagesOf(from, (page) => stripe.disputes.list(page, on), presentDispute),
    readWebhook: (rawBody, signature) => readSigned(clients.own, options, rawBody, signature),
  }
}

/** Accounts have an endpoint of their own at the provider, with another secret. */
function readSigned(
  stripe: Stripe,
  { webhookSecret, connectWebhookSecret }: GatewayOptions,
  rawBody: Buffer,
  signature: string,
): ProviderEvent {
  const read = (secret: string) =>
    stripe.webhooks.constructEvent(rawBody, signature, secret, REPLAY_WINDOW_SECONDS)
  const present = ({ id, type, data, account }: Stripe.Event): ProviderEvent => ({
    id,
    type,
    ...subjectOf(data.object),
    accountId: account ?? null,
  })
  if (!connectWebhookSecret) return present(read(webhookSecret))
  let event: Stripe.Event
  try {
    event = read(connectWebhookSecret)
  } catch {
    event = read(webhookSecret)
  }
  return present(event)
}

/**
 * Returns the two ids of an event's object. The event's type is not used: the object is fetched
 * anew.
 */
function subjectOf(object: object): Pick<ProviderEvent, 'objectId' | 'intentId'> {
  const idIn = (name: string) => {
    const value: unknown = Object.entries(object).find(([key]) => key === name)?.[1]
    return typeof value === 'string' ? value : null
  }
  const objectId = idIn('id')
  return {
    objectId,
    intentId: idIn('object') === 'payment_intent' ? objectId : idIn('payment_intent'),
  }
}

interface PageRequest {
  limit: number
  created: { gte: number }
  starting_after?: string
}

async function* pagesOf<Wire extends { id: string }, Own>(
  from: Date,
  list: (page: PageRequest) => Promise<Stripe.Response<Stripe.ApiList<Wire>>>,
  present: (object: Wire, page: Answered) => Own,
): AsyncIterable<Own[]> {
  const request: PageRequest = {
    limit: 100,
    created: { gte: Math.floor(from.getTime() / 1000) },
  }
  for (let after: string | undefined; ; ) {
    const page = await asking(() => list(after ? { ...request, starting_after: after } : request))
    if (page.data.length > 0) yield page.data.map((object) => present(object, page))
    after = page.data.at(-1)?.id
    if (!page.has_more || !after) return
  }
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new ProviderError(error)
  }
}

/** Returns null if the provider does not know the object, or answers with another such status. */
async function finding<T>(
  ask: () => Promise<T>,
  missing: readonly number[] = [404],
): Promise<T | null> {
  try {
    return await asking(ask)
  } catch (error) {
    if (error instanceof ProviderError && error.status !== null && missing.includes(error.status))
      return null
    throw error
  }
}
