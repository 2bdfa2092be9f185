import { ApiError } from '@foyer/contract'
import type { StripeElements } from '@stripe/stripe-js'
import { type Verdict, verdictOn, verdictOnIntent } from '../../../shared/payment/declines.ts'
import {
  type PaymentProblem,
  setupProblemOf,
  UNREACHED,
} from '../../../shared/payment/payment-problems.ts'
import { backoffAfter, LONG_FROM_ROUND } from '../../../shared/payment/polling-backoff.ts'
import { isTransient } from '../../../shared/payment/transient-failure.ts'
import { changeProblem, HELD_AGAIN, PRICE_CHANGED, unexpectedProblem } from './change-problems.ts'
import type { CardStep, ChangeEffects, ChangeMachine, ChangeState } from './change-states.ts'
import type { PendingChange, RequestedChange } from './pending-change.ts'

/** How often a free change is sent again if no answer comes. A repeated call finds it made. */
const FREE_TRIES = 2

/**
 * Creates the machine of one order's change on one page. React reads it by `useSyncExternalStore`;
 * everything it does outside of its own state goes through {@link ChangeEffects}.
 */
export function createChangeMachine(effects: ChangeEffects): ChangeMachine {
  const listeners = new Set<() => void>()
  let state: ChangeState = { step: 'opening' }
  let request: RequestedChange | null = null
  let life = new AbortController()
  /** The work that is under way. A buyer who goes back while a change is being held gives it up. */
  let work: object | null = null
  /** The last hold: the same choice goes on with it, without asking the server or the provider again. */
  let held: Omit<CardStep, 'problem'> | null = null

  const move = (next: ChangeState): void => {
    state = next
    if (next.step === 'paying') {
      const { wanted, intent, stripe } = next
      held = { wanted, intent, stripe }
    }
    for (const listener of listeners) listener()
  }

  /** Runs one work at a time, so that a repeated press does nothing. */
  const run = async (
    begin: (signal: AbortSignal) => Promise<ChangeState | null>,
  ): Promise<void> => {
    if (work) return
    const mine = {}
    work = mine
    const { signal } = life
    const isOver = () => signal.aborted || work !== mine
    try {
      const next = await begin(signal)
      if (next && !isOver()) move(next)
    } catch (error) {
      console.error(error)
      if (!isOver()) move(failed(unexpectedProblem(request?.change.type), true))
    } finally {
      if (work === mine) work = null
    }
  }

  const hold = async (wanted: RequestedChange): Promise<ChangeState> => {
    const problem = state.step === 'quoted' ? state.problem : null
    if (held && isHeldFor(held, wanted)) return { ...held, step: 'paying', problem }
    move({ step: 'holding', wanted })
    try {
      // The script; the account that is paid on is known with the intent.
      const [, intent] = await Promise.all([effects.stripe(), effects.hold(wanted)])
      const stripe = await effects.stripe(intent.accountId)
      return { step: 'paying', wanted, intent, stripe, problem }
    } catch (error) {
      return afterRefusedHold(error, wanted)
    }
  }

  const afterRefusedHold = (error: unknown, { change, currency }: RequestedChange): ChangeState => {
    held = null
    if (isStale(error)) {
      effects.refresh()
      return { step: 'quoted', problem: PRICE_CHANGED }
    }
    const isRefused = error instanceof ApiError && !isTransient(error)
    if (isRefused) {
      // What was offered is out of date: it is read again before anything else is chosen.
      effects.refresh()
      return failed(changeProblem(error, change.type), false)
    }
    return failed({ ...setupProblemOf(error, currency), isCard: false }, true)
  }

  const authorise = async (
    card: CardStep,
    elements: StripeElements,
    signal: AbortSignal,
  ): Promise<ChangeState | null> => {
    const { wanted, stripe } = card
    const back = (problem: PaymentProblem): ChangeState => ({ ...card, step: 'paying', problem })
    move({ ...card, step: 'authorising', problem: null })
    const { error: incomplete } = await elements.submit()
    if (incomplete) {
      const message = incomplete.message ?? 'Your card details are not complete.'
      return back({ title: 'Check your card details', message, isCard: true })
    }
    // The hold may have expired while the form was filled in; then the server makes a new one.
    const intent = await effects.hold(wanted).catch((error: unknown) => ({ error }))
    if ('error' in intent) {
      const isLost = isTransient(intent.error)
      return isLost ? back(UNREACHED) : afterRefusedHold(intent.error, wanted)
    }
    if (intent.id !== card.intent.id) {
      const ofIntent = await effects.stripe(intent.accountId).catch(() => stripe)
      return { step: 'paying', wanted, intent, stripe: ofIntent, problem: HELD_AGAIN }
    }
    effects.pending.save({ ...wanted, intent: card.intent })
    const verdict = await askBank(card, elements)
    if (verdict.kind === 'refused') {
      effects.pending.remove()
      return back(verdict.problem)
    }
    return finish({ ...wanted, intent: card.intent }, signal)
  }

  const askBank = async ({ stripe, intent }: CardStep, elements: StripeElements) => {
    try {
      return verdictOn(await effects.confirm(stripe, elements, intent))
    } catch {
      // No answer came: only our server can find out whether the card was charged.
      return { kind: 'ask_server', isPaid: false } satisfies Verdict
    }
  }

  /** Makes a change that may be paid for, and asks until its outcome is known. */
  const finish = async (
    pending: PendingChange,
    signal: AbortSignal,
  ): Promise<ChangeState | null> => {
    const { intent, ...wanted } = pending
    const wait = (kind: 'usual' | 'bank' | 'unreached') =>
      move({ step: 'submitting', wait: kind, reference: intent.id })
    wait('usual')
    for (let round = 0; !signal.aborted; round += 1) {
      const outcome = await attempt(wanted, intent.id)
      const next = outcome ?? (await askProvider(pending))
      if (typeof next === 'object') return next
      wait(next === 'unreached' && round < LONG_FROM_ROUND ? 'usual' : next)
      await effects.backoff.wait(backoffAfter(round), signal)
    }
    return null
  }

  /** Sends a paid change once. Null if it is not paid yet. */
  const attempt = async (
    wanted: RequestedChange,
    intentId: string,
  ): Promise<ChangeState | 'unreached' | null> => {
    try {
      await effects.submit(wanted, intentId)
      return done(wanted, intentId)
    } catch (error) {
      if (isTransient(error)) return 'unreached'
      if (!(error instanceof ApiError) || error.code === 'payment_required') return null
      held = null
      effects.refresh()
      // Its record is kept until the page is left, so that a reload shows the refund again.
      if (error.code === 'payment_refunded')
        return { step: 'refunded', message: error.textOrStatus }
      effects.pending.remove()
      return failed(changeProblem(error, wanted.change.type), false)
    }
  }

  /** Why a change is not paid: the bank needs longer, refused it, or was never asked. */
  const askProvider = async (
    pending: PendingChange,
  ): Promise<ChangeState | 'usual' | 'bank' | 'unreached'> => {
    const { intent, ...wanted } = pending
    const stripe = await effects.stripe(intent.accountId).catch(() => null)
    const answer = await stripe?.retrievePaymentIntent(intent.clientSecret).catch(() => null)
    if (!stripe || !answer?.paymentIntent) return 'unreached'
    const verdict = verdictOnIntent(answer.paymentIntent)
    if (verdict.kind === 'wait') return verdict.wait
    effects.pending.remove()
    request = wanted
    if (verdict.kind === 'refused') {
      return { step: 'paying', wanted, intent, stripe, problem: verdict.problem }
    }
    held = null
    effects.refresh()
    return { step: 'quoted', problem: null }
  }

  const submitFree = async (wanted: RequestedChange): Promise<ChangeState> => {
    move({ step: 'submitting', wait: 'usual', reference: null })
    for (let tries = 1; ; tries += 1) {
      try {
        await effects.submit(wanted, null)
        return done(wanted, null)
      } catch (error) {
        if (isTransient(error) && tries < FREE_TRIES) continue
        effects.refresh()
        const isPaid = error instanceof ApiError && error.code === 'payment_required'
        if (isPaid) return { step: 'quoted', problem: PRICE_CHANGED }
        return failed(changeProblem(error, wanted.change.type), isTransient(error))
      }
    }
  }

  const done = (made: RequestedChange, reference: string | null): ChangeState => {
    held = null
    effects.pending.remove()
    effects.refresh()
    return { step: 'done', made, reference }
  }

  const start = (wanted: RequestedChange): void => {
    if (state.step !== 'quoted') return
    request = wanted
    void run(() => (wanted.dueMinor > 0 ? hold(wanted) : submitFree(wanted)))
  }

  /** The buyer has read that the payment is refunded. */
  const endRefunded = (): void => {
    if (state.step === 'refunded') effects.pending.remove()
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: () => {
      life = new AbortController()
      const left = effects.pending.read()
      if (left) void run((signal) => finish(left, signal))
      else if (state.step === 'opening') move({ step: 'quoted', problem: null })
      // The restored page waits for an answer of the bank that never comes.
      const stopRestored = effects.onRestored(() => {
        const interrupted = effects.pending.read()
        if (interrupted) effects.reopen(interrupted)
      })
      return () => {
        stopRestored()
        life.abort()
        endRefunded()
      }
    },
    start,
    pay: (elements) => {
      if (state.step !== 'paying') return
      const { step: _, ...card } = state
      void run((signal) => authorise(card, elements, signal))
    },
    retry: () => {
      if (work) return effects.backoff.wake()
      if (state.step !== 'failed' || !state.canRetry || !request) return
      move({ step: 'quoted', problem: null })
      start(request)
    },
    reset: () => {
      if (state.step === 'holding') work = null
      if (work) return
      endRefunded()
      move({ step: 'quoted', problem: null })
    },
  }
}

const failed = (problem: PaymentProblem, canRetry: boolean): ChangeState => ({
  step: 'failed',
  problem,
  canRetry,
})

const isHeldFor = (
  { wanted, intent }: Pick<CardStep, 'wanted' | 'intent'>,
  other: RequestedChange,
): boolean =>
  JSON.stringify(wanted) === JSON.stringify(other) && Date.parse(intent.expiresAt) > Date.now()

/** The quote that the buyer saw is not today's. */
const isStale = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'amount_mismatch' || error.code === 'nothing_to_pay')
