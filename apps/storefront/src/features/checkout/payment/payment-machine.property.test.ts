import { ApiError, type Client, carts, type Endpoint, orders, payments } from '@foyer/contract'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { NO_DETAILS } from '../details/details.ts'
import * as payActions from './pay.ts'
import type { PaymentEffects } from './payment-effects.ts'
import { createPaymentMachine, type PaymentMachine } from './payment-machine.ts'
import type { PendingPayment } from './pending-payment.ts'

/**
 * One browser with up to three tabs, our server and the provider, all in memory. Everything that a
 * tab waits for is a question, and the test picks the next question and its answer. So answers,
 * presses, reloads and closed tabs can happen in any order.
 */
interface Faults {
  /** Tabs do not exclude each other. */
  hasNoLocks?: boolean
  /** The browser stores no record of a payment. */
  hasNoStorage?: boolean
}

interface Question {
  kind: string
  answer: (choice: number) => void
}

/** What the simulated world stores of a tab. */
interface TabState {
  isOpen: boolean
  /** Its bank was asked and has not answered. */
  isConfirming: boolean
  /** A wallet's sheet is open over its form. */
  hasSheet: boolean
  onOtherTabPays: () => void
}

interface Tab extends TabState {
  machine: PaymentMachine
  close: () => void
}

const CARD = { paymentIntentId: 'pi_1', clientSecret: 'secret' }
const refused = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ error: 'text', code }), '')
const lost = () => new TypeError('Failed to fetch')

class World {
  readonly questions: Question[] = []
  readonly tabs: Tab[] = []
  /** The broken promises, in words. */
  readonly broken: string[] = []
  private pending: PendingPayment | null = null
  private orderId: string | null = null
  private isHoldOver = false
  private isSoldOut = false
  /** The status of the one payment intent. */
  private intent: 'open' | 'processing' | 'declined' | 'charged' | 'refunded' = 'open'
  private confirmationsInProgress = 0
  private lockOwner: TabState | null = null
  private readonly lockWaiters: (() => void)[] = []

  private readonly faults: Faults

  constructor(faults: Faults) {
    this.faults = faults
  }

  get isCharged() {
    return this.intent === 'charged' || this.intent === 'refunded'
  }
  get hasOrder() {
    return this.orderId !== null
  }
  get isRefunded() {
    return this.intent === 'refunded'
  }

  openTab(): void {
    const state: TabState = {
      isOpen: true,
      isConfirming: false,
      hasSheet: false,
      onOtherTabPays: () => {},
    }
    const machine = createPaymentMachine(this.effectsOf(state))
    const tab = Object.assign(state, { machine, close: () => {} })
    this.tabs.push(tab)
    tab.close = machine.open()
  }

  closeTab(tab: Tab): void {
    tab.isOpen = false
    tab.close()
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    if (this.lockOwner === tab) this.releaseLock()
  }

  /** Presses the button, or confirms in the sheet of a wallet. */
  press(tab: Tab, byWallet: boolean): void {
    // A sheet covers the page: there is nothing else to press.
    if (tab.hasSheet) return
    tab.hasSheet = byWallet
    const fail = () => {
      tab.hasSheet = false
    }
    const wallet = byWallet ? { name: 'Apple Pay', fail } : null
    const elements = {
      submit: () => this.ask(tab, 'form', () => ({})),
    } as unknown as StripeElements
    tab.machine.pay({ cart: aCart(), details: NO_DETAILS }, { ...CARD, elements, wallet })
  }

  endHold(): void {
    if (!this.hasOrder) this.isHoldOver = true
  }
  sellOut(): void {
    this.isSoldOut = this.isHoldOver && !this.hasOrder
  }
  /** The buyer presses 'Hold again', or 'Pay for your new hold' after a refund. */
  holdAgain(tab: Tab): void {
    const { step } = tab.machine.getState()
    if (this.hasOrder || (step !== 'expired' && step !== 'refunded')) return
    if (this.intent === 'charged' || this.intent === 'processing') return
    this.isHoldOver = false
    this.isSoldOut = false
    this.intent = 'open'
    tab.machine.payNewHold()
  }
  bankDecides(isPaid: boolean): void {
    if (this.intent === 'processing') this.intent = isPaid ? 'charged' : 'declined'
  }

  /** What must hold at any moment. */
  check(): void {
    for (const tab of this.tabs) {
      const { step } = tab.machine.getState()
      if (step === 'filling' && tab.isConfirming)
        this.broken.push('a form is open over its own payment')
      if (tab.hasSheet && step !== 'authorising')
        this.broken.push(`the sheet of a wallet is open over ${step}`)
    }
  }

  /** What must hold once no call is under way. */
  checkAtRest(): void {
    if (this.isCharged && !this.hasOrder && !this.isRefunded) {
      this.broken.push('money moved and there is neither an order nor a refund')
    }
    for (const { machine } of this.tabs) {
      const state = machine.getState()
      if (!['filling', 'expired', 'refunded', 'done'].includes(state.step)) {
        this.broken.push(`a buyer cannot leave ${state.step}`)
      }
      if (state.step === 'filling' && this.pending) {
        this.broken.push('a form is open while a payment is unresolved')
      }
      if (state.step === 'done' && !this.hasOrder)
        this.broken.push('an order is shown that is none')
    }
  }

  /** A promise that the test settles later. In a closed tab it never settles, but the server still acts. */
  private ask<T>(tab: TabState, kind: string, answer: (choice: number) => T): Promise<T> {
    if (!tab.isOpen) return new Promise(() => {})
    return new Promise((resolve, reject) => {
      this.questions.push({
        kind,
        answer: (choice) => {
          try {
            const value = answer(choice)
            if (tab.isOpen) resolve(value)
          } catch (error) {
            if (tab.isOpen) reject(error)
          }
        },
      })
    })
  }

  /** The network loses a call (1) or its answer (2); any other choice delivers both. */
  private overNetwork<T>(act: () => T): (choice: number) => T {
    return (choice) => {
      if (choice % 5 === 1) throw lost()
      const answer = act()
      if (choice % 5 === 2) throw lost()
      return answer
    }
  }

  private releaseLock(): void {
    this.lockOwner = null
    for (const granted of this.lockWaiters.splice(0)) granted()
  }

  /** The hold is over and no money is on its way: the provider has canceled the intent. */
  private isExpired(): boolean {
    const isPaying = this.isCharged || this.intent === 'processing'
    return this.isHoldOver && !isPaying && !this.hasOrder
  }

  private makeOrder(): object {
    if (this.hasOrder) return { id: this.orderId, orderId: this.orderId }
    if (this.isExpired()) throw refused(410, 'hold_expired')
    if (this.intent === 'refunded') throw refused(409, 'payment_refunded')
    if (this.intent !== 'charged') throw refused(402, 'payment_not_succeeded')
    if (this.isSoldOut) {
      this.intent = 'refunded'
      throw refused(409, 'payment_refunded')
    }
    this.orderId = 'order'
    return { id: this.orderId, orderId: this.orderId }
  }

  private statusOf(): object {
    if (this.orderId) return { state: 'ticketed', orderId: this.orderId }
    if (this.isRefunded) {
      return {
        state: 'refunded',
        reference: 'RF-1',
        amountMinor: 7596,
        currency: 'usd',
        isCalledOff: false,
        isOverLimit: false,
      }
    }
    const isCanceled = this.isExpired()
    return isCanceled ? { state: 'failed', mayRetry: false } : { state: 'processing' }
  }

  private startPayment(): object {
    if (this.hasOrder || this.isHoldOver) throw refused(410, 'hold_expired')
    const { totalMinor, currency } = aCart().quote
    return { expiresAt: '2026-12-01T20:20:00.000Z', totalMinor, currency }
  }

  private effectsOf(tab: TabState): PaymentEffects {
    const call = (endpoint: Endpoint) => {
      switch (endpoint) {
        case carts.startPayment:
          return this.ask(
            tab,
            'start',
            this.overNetwork(() => this.startPayment()),
          )
        case orders.createOrder:
          return this.ask(
            tab,
            'order',
            this.overNetwork(() => this.makeOrder()),
          )
        case payments.getPayment:
          return this.ask(
            tab,
            'status',
            this.overNetwork(() => this.statusOf()),
          )
        default:
          throw new Error(`unexpected ${endpoint.path}`)
      }
    }
    const wakes = new Set<() => void>()
    return {
      call: call as Client,
      stripe: async () => this.providerOf(tab),
      payActions: () =>
        this.ask(
          tab,
          'code',
          this.overNetwork(() => payActions),
        ),
      locale: 'en-US',
      cart: {
        refresh: () =>
          this.ask(
            tab,
            'cart',
            this.overNetwork(() => this.cartNow()),
          ).catch(() => null),
        extend: () => {},
      },
      pending: {
        read: () => this.pending,
        save: (pending) => {
          if (this.faults.hasNoStorage) return
          this.pending = pending
          // A storage event reaches only the other tabs of the browser.
          for (const other of this.tabs) if (other !== tab) other.onOtherTabPays()
        },
        remove: () => {
          this.pending = null
        },
      },
      tabs: {
        withLock: async (work) => {
          const isOurs = await this.ask(tab, 'lock', () => {
            if (!tab.isOpen) return false
            if (this.faults.hasNoLocks) return true
            if (this.lockOwner) return false
            this.lockOwner = tab
            return true
          })
          if (!isOurs) return false
          try {
            await work()
          } finally {
            if (this.lockOwner === tab) this.releaseLock()
          }
          return true
        },
        released: () =>
          new Promise((resolve) => {
            const granted = () => tab.isOpen && resolve()
            if (this.lockOwner) this.lockWaiters.push(granted)
            else granted()
          }),
        onOtherTabPays: (listener) => {
          tab.onOtherTabPays = listener
          return () => {}
        },
      },
      backoff: {
        wait: () =>
          Promise.race([
            this.ask(tab, 'pause', () => undefined),
            new Promise<void>((resolve) => wakes.add(resolve)),
          ]),
        wake: () => {
          for (const wake of wakes) wake()
          wakes.clear()
        },
      },
      page: {
        returnUrl: () => '',
        takeReturn: () => null,
        reload: () => {},
        onRestored: () => () => {},
        preloadOrderPage: () => {},
      },
      storeOrder: () =>
        this.ask(tab, 'keep', () => {
          this.pending = null
        }),
    }
  }

  private cartNow() {
    if (this.isHoldOver && !this.hasOrder) return null
    return aCart({ orderId: this.orderId })
  }

  private providerOf(tab: TabState): Stripe {
    return {
      confirmPayment: () => {
        this.confirmationsInProgress += 1
        tab.isConfirming = true
        if (this.confirmationsInProgress > 1) this.broken.push('two confirmations are under way')
        if (this.intent === 'charged' || this.intent === 'processing') {
          this.broken.push('a charged payment is confirmed again')
        }
        return this.ask(tab, 'bank', (choice) => {
          this.confirmationsInProgress -= 1
          tab.hasSheet = false
          return this.confirm(choice)
        }).finally(() => {
          tab.isConfirming = false
        })
      },
      retrievePaymentIntent: () =>
        this.ask(
          tab,
          'intent',
          this.overNetwork(() => ({ paymentIntent: this.intentNow() })),
        ),
    } as unknown as Stripe
  }

  private confirm(choice: number): object {
    if (this.isExpired()) return { error: { type: 'invalid_request_error', message: 'Canceled.' } }
    switch (choice % 5) {
      case 1:
        throw lost()
      case 2:
        this.intent = 'charged'
        throw lost()
      case 3:
        this.intent = 'declined'
        return { error: { type: 'card_error', message: 'Declined.' } }
      case 4:
        this.intent = 'processing'
        return { paymentIntent: { status: 'processing' } }
      default:
        this.intent = 'charged'
        return { paymentIntent: { status: 'succeeded' } }
    }
  }

  private intentNow(): object {
    if (this.isCharged) return { status: 'succeeded', last_payment_error: null }
    if (this.isExpired()) return { status: 'canceled', last_payment_error: null }
    if (this.intent === 'processing') return { status: 'processing', last_payment_error: null }
    const error = this.intent === 'declined' ? { message: 'Declined.' } : null
    return { status: 'requires_payment_method', last_payment_error: error }
  }
}

/** Lets everything that is already answered take effect. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

type Step = [what: number, which: number, choice: number]

async function act(world: World, [what, which, choice]: Step): Promise<void> {
  const tab = world.tabs[which % Math.max(world.tabs.length, 1)]
  switch (what) {
    case 0:
      if (world.tabs.length < 3) world.openTab()
      break
    case 1:
      if (tab && choice % 4 === 0) world.closeTab(tab)
      break
    case 2:
      if (tab) world.press(tab, choice % 2 === 1)
      break
    case 3:
      tab?.machine.endCountdown()
      break
    case 4:
      tab?.machine.retry()
      break
    case 5:
      if (choice % 3 === 0) world.endHold()
      else if (choice % 3 === 1) world.sellOut()
      break
    case 6:
      if (tab) world.holdAgain(tab)
      break
    case 7:
      world.bankDecides(choice % 2 === 0)
      break
    default: {
      const [question] = world.questions.splice(which % Math.max(world.questions.length, 1), 1)
      question?.answer(choice)
    }
  }
  await settle()
  world.check()
}

/** Repairs the network, lets the bank decide, and opens one more tab. */
async function bringToRest(world: World): Promise<void> {
  world.openTab()
  await settle()
  for (let round = 0; world.questions.length > 0; round += 1) {
    if (round > 500) return void world.broken.push('a payment is asked about without end')
    world.bankDecides(true)
    for (const question of world.questions.splice(0)) question.answer(0)
    await settle()
    world.check()
  }
  world.checkAtRest()
}

beforeEach(() => {
  // A page whose code cannot be fetched reports that to the console, and is tried again.
  vi.spyOn(console, 'error').mockReturnValue()
})

const steps = fc.array(
  // Answers are more frequent than all other choices together, so that payments make progress.
  fc.tuple(fc.nat({ max: 18 }), fc.nat({ max: 20 }), fc.nat({ max: 20 })),
  { minLength: 10, maxLength: 60 },
)

const promise = (faults: Faults) =>
  fc.asyncProperty(steps, async (story: Step[]) => {
    const world = new World(faults)
    world.openTab()
    await settle()
    for (const step of story) await act(world, step)
    await bringToRest(world)
    expect(world.broken).toEqual([])
  })

const storyOf = (text: string): [Step[]] => [
  text.split(', ').map((step) => step.split(' ').map(Number) as Step),
]

/**
 * Stories that broke a promise once; random ones find them about once in 40,000. A tab stores its payment
 * and is closed before the bank has answered, while another one follows it, or waits for the lock to pay.
 */
const KNOWN_STORIES = [
  storyOf(
    '2 0 0, 0 0 0, 8 0 0, 8 0 0, 8 0 0, 8 0 0, 1 0 0, 2 0 0, 1 0 1, 0 0 0, 8 0 0, 8 0 0, 8 0 0, 0 0 0, 8 0 0, 2 0 0, 8 5 0',
  ),
  // A wallet is confirmed in a cart that another tab has just bought.
  storyOf(
    '2 0 0, 8 0 0, 8 0 0, 8 0 0, 8 0 0, 8 0 0, 8 0 0, 8 0 0, 0 0 0, 0 0 0, 0 0 0, 0 0 0, 2 4 7',
  ),
  storyOf('0 0 0, 2 1 0, 1 0 1, 8 0 0, 8 0 0, 3 0 0, 8 0 0, 2 0 0, 8 10 0, 1 3 0, 0 0 0, 0 0 0'),
]

it('in any order of events at most one payment is under way, neither a form nor the sheet of a wallet is open over it, and a buyer can leave every end', async () => {
  await fc.assert(promise({}), { numRuns: 1000, examples: KNOWN_STORIES })
}, 60_000)

/** One that finds both faults: another may need more runs than a test has time for. */
const SEED = 1
it.each<[string, Faults]>([
  ['without a lock between tabs', { hasNoLocks: true }],
  ['without a record of the payment', { hasNoStorage: true }],
])(
  '%s the same stories break a promise',
  { tags: ['night'], timeout: 60_000 },
  async (_, faults) => {
    const { failed } = await fc.check(promise(faults), {
      seed: SEED,
      numRuns: 5000,
      endOnFailure: true,
    })
    expect(failed).toBe(true)
  },
)
