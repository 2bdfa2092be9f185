import { type Client, carts, type Endpoint, orders, payments } from '@foyer/contract'
import type { PaymentIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { type Details, NO_DETAILS } from '../src/features/checkout/details/details.ts'
import type { PaymentEffects } from '../src/features/checkout/payment/payment-effects.ts'
import {
  createPaymentMachine,
  type PaymentMachine,
} from '../src/features/checkout/payment/payment-machine.ts'
import type { PaymentState } from '../src/features/checkout/payment/payment-states.ts'
import type { PendingPayment } from '../src/features/checkout/payment/pending-payment.ts'
import { aCart } from './carts-and-orders.ts'

/** The scripted answers of our server, the provider and the browser to one tab. */
export interface Script {
  /** Answers of the order call in turn, the last one repeated; an error is thrown. */
  orders?: unknown[]
  /** Answers of the payment's status, likewise. */
  statuses?: unknown[]
  /** Answer to the confirmation; an error is thrown. */
  confirmation?: Partial<PaymentIntentResult> | Error
  /** The payment intent as the provider shows it. */
  intent?: { status: string; last_payment_error?: { message: string } | null }
  startPayment?: Error | { totalMinor: number }
  /** The error of the provider's own form check. */
  formError?: { message: string }
  /** Answers of the cart call in turn, the last one repeated. */
  carts?: (ReturnType<typeof aCart> | null)[]
  /** The record that an earlier page left. */
  pending?: PendingPayment
  /** The payment that the address names after a bank's redirect. */
  returned?: PendingPayment
  /** The page is left after this many pauses. */
  leaveAfter?: number
  /** How often the code that pays cannot be fetched. */
  codeLosses?: number
  /** Grants of the lock in turn, the last one repeated: false while another tab has it. */
  locks?: (boolean | Error)[]
  /** What happens while another tab has the lock. */
  whileOtherTabPays?: (scene: Scene) => void
}

export interface Scene {
  machine: PaymentMachine
  /** Every state since the machine was made, the first one included. */
  states: PaymentState[]
  /** Every call and every other effect, in order. */
  log: string[]
  confirmations: unknown[]
  /** The ends to which the hold was moved. */
  extended: string[]
  pauses: number[]
  pending: () => PendingPayment | null
  setPending: (pending: PendingPayment | null) => void
  /** Another tab of this browser began to pay. */
  otherTabBegins: () => void
  /** The browser restores the page from its cache. */
  restore: () => void
  open: () => void
  pay: (details?: Partial<Details>) => void
  payFree: () => void
  /** Confirms in the sheet of Apple Pay. */
  payByWallet: () => void
  /** The reasons with which the page ended that sheet. */
  sheetFailures: string[]
  /** Resolves when the state has this step. */
  reaches: (step: PaymentState['step']) => Promise<void>
}

function answersOf<T>(answers: readonly T[]): () => T | undefined {
  const rest = [...answers]
  return () => {
    const answer = rest.length > 1 ? rest.shift() : rest[0]
    if (answer instanceof Error) throw answer
    return answer
  }
}

export const HOLD_END = '2026-12-01T20:20:00.000Z'
const CARD = { paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret' }

/** One tab whose server, provider and browser follow a script. */
export function paymentScene(script: Script = {}): Scene {
  const cart = aCart()
  const log: string[] = []
  const confirmations: unknown[] = []
  const extended: string[] = []
  const pauses: number[] = []
  const sheetFailures: string[] = []
  let codeLosses = script.codeLosses ?? 0
  let pending = script.pending ?? null
  let close = () => {}
  let otherTabBegins = () => {}
  let restore = () => {}
  const nextOrder = answersOf(script.orders ?? [])
  const nextStatus = answersOf(script.statuses ?? [{ state: 'processing' }])
  const nextCart = answersOf(script.carts ?? [cart])
  const nextLock = answersOf<unknown>(script.locks ?? [true])

  const call = async (endpoint: Endpoint) => {
    log.push(endpoint.path)
    switch (endpoint) {
      case carts.startPayment: {
        if (script.startPayment instanceof Error) throw script.startPayment
        const totalMinor = script.startPayment?.totalMinor ?? cart.quote.totalMinor
        return { expiresAt: HOLD_END, totalMinor, currency: 'usd' }
      }
      case orders.createOrder:
        return nextOrder()
      case payments.getPayment:
        return nextStatus()
      default:
        throw new Error(`unexpected ${endpoint.path}`)
    }
  }
  const stripe = {
    confirmPayment: async (request: unknown) => {
      log.push('confirm')
      confirmations.push(request)
      if (script.confirmation instanceof Error) throw script.confirmation
      return script.confirmation
    },
    retrievePaymentIntent: async () => ({ paymentIntent: script.intent }),
  } as unknown as Stripe
  const elements = {
    submit: async () => (script.formError ? { error: script.formError } : {}),
  } as unknown as StripeElements

  const effects: PaymentEffects = {
    call: call as Client,
    stripe: async () => stripe,
    payActions: async () => {
      codeLosses -= 1
      if (codeLosses >= 0) throw new TypeError('Failed to fetch')
      return import('../src/features/checkout/payment/pay.ts')
    },
    locale: 'en-US',
    cart: {
      refresh: async () => {
        log.push('refresh')
        return nextCart() ?? null
      },
      extend: (expiresAt) => void extended.push(expiresAt),
    },
    pending: {
      read: () => pending,
      save: (saved) => {
        pending = saved
      },
      remove: () => {
        pending = null
      },
    },
    tabs: {
      withLock: async (work) => {
        const isGranted = nextLock() !== false
        if (isGranted) await work()
        return isGranted
      },
      released: async () => script.whileOtherTabPays?.(scene),
      onOtherTabPays: (listener) => {
        otherTabBegins = listener
        return () => {}
      },
    },
    backoff: {
      wait: async (milliseconds) => {
        pauses.push(milliseconds)
        if (pauses.length === (script.leaveAfter ?? 100)) close()
      },
      wake: () => void log.push('wake'),
    },
    page: {
      returnUrl: () => 'http://localhost/checkout-api/12345',
      takeReturn: () => script.returned ?? null,
      reload: () => void log.push('reload'),
      onRestored: (listener) => {
        restore = listener
        return () => {}
      },
      preloadOrderPage: () => {},
    },
    storeOrder: async (orderId) => {
      log.push(`keep ${orderId}`)
      pending = null
    },
  }

  const machine = createPaymentMachine(effects)
  const states = [machine.getState()]
  machine.subscribe(() => states.push(machine.getState()))
  const detailsOf = (details: Partial<Details>): Details => ({
    ...NO_DETAILS,
    firstName: 'Ana',
    lastName: 'Silva',
    ...details,
  })
  const scene: Scene = {
    machine,
    states,
    log,
    confirmations,
    extended,
    pauses,
    pending: () => pending,
    setPending: (next) => {
      pending = next
    },
    otherTabBegins: () => otherTabBegins(),
    restore: () => restore(),
    open: () => {
      close = machine.open()
    },
    pay: (details = {}) =>
      machine.pay({ cart, details: detailsOf(details) }, { ...CARD, elements, wallet: null }),
    payByWallet: () => {
      const fail = (reason: string) => void sheetFailures.push(reason)
      const wallet = { name: 'Apple Pay', fail }
      machine.pay({ cart, details: detailsOf({}) }, { ...CARD, elements, wallet })
    },
    sheetFailures,
    payFree: () => machine.pay({ cart, details: detailsOf({}) }, null),
    reaches: (step) =>
      new Promise((resolve) => {
        const look = () => {
          if (machine.getState().step !== step) return
          stop()
          resolve()
        }
        const stop = machine.subscribe(look)
        look()
      }),
  }
  return scene
}
