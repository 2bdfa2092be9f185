import { ApiError, carts } from '@foyer/contract'
import { fullName } from '@foyer/domain'
import { type Verdict, verdictOn } from '../../../shared/payment/declines.ts'
import {
  ofWallet,
  type PaymentProblem,
  totalChanged,
  UNREACHED,
} from '../../../shared/payment/payment-problems.ts'
import { whileBusy } from '../../../shared/while-busy.ts'
import { asCalls, type Details } from '../details/details.ts'
import type { Purchase } from './create-order.ts'
import { finishPayment } from './finish-payment.ts'
import type { CardPayment, PaymentEffects } from './payment-effects.ts'
import { confirming, type PaymentEvent } from './payment-states.ts'
import type { PendingPayment } from './pending-payment.ts'

// The code that the machine loads together, separately from the form.
export { storeOrder } from '../store-order.ts'
export { finishPayment } from './finish-payment.ts'

/**
 * One press of the button, from the payment form to the order or back to the form. Yields what
 * happens as it happens. `card` is null if nothing is to be paid: then it only creates the order.
 */
export async function* pay(
  effects: PaymentEffects,
  purchase: Purchase,
  card: CardPayment | null,
  signal: AbortSignal,
): AsyncGenerator<PaymentEvent, void> {
  const wallet = card?.wallet?.name
  const obstacle = (card && (await checkForm(card))) ?? (await startPayment(effects, purchase))
  if (obstacle) {
    yield wallet ? asOfWallet(obstacle, wallet) : obstacle
    return
  }
  const { cartId } = purchase.cart
  const intent = card && {
    id: card.paymentIntentId,
    clientSecret: card.clientSecret,
    accountId: card.accountId,
  }
  const asked: PendingPayment = { cartId, intent, isPaid: false, purchase }
  const verdict = card ? await confirm(effects, asked, card, purchase.details) : FREE
  if (verdict.kind === 'refused') {
    effects.pending.remove()
    const { problem } = verdict
    yield { type: 'refused', problem: wallet ? ofWallet(problem, wallet) : problem }
    return
  }
  const answered = { ...asked, isPaid: verdict.isPaid }
  effects.pending.save(answered)
  yield confirming(answered, 'usual')
  yield* finishPayment(effects, answered, signal)
}

const asOfWallet = (event: PaymentEvent, wallet: string): PaymentEvent =>
  event.type === 'refused' ? refused({ ...event.problem, isCard: false, wallet }) : event

const FREE: Verdict = { kind: 'ask_server', isPaid: false }

/** The provider checks its own form; null if it is complete. */
async function checkForm({ elements }: CardPayment): Promise<PaymentEvent | null> {
  const { error } = await elements.submit()
  if (!error) return null
  const message = error.message ?? 'Your card details are not complete.'
  return refused({ title: 'Check your card details', message, isCard: true })
}

/**
 * Asks our server for the time that a payment takes, so that no hold ends in the middle of it.
 * Returns why the payment must not go on: the hold has expired, the total is not the one that the
 * buyer saw, or the server does not answer.
 */
async function startPayment(
  { call, cart, locale }: PaymentEffects,
  { cart: seen, details, consents }: Purchase,
): Promise<PaymentEvent | null> {
  try {
    const params = { cartId: seen.cartId }
    const body = { ...asCalls(details), ...(consents ? { consents } : {}) }
    const granted = await whileBusy(() => call(carts.startPayment, { params, body }))
    cart.extend(granted.expiresAt)
    if (granted.totalMinor === seen.quote.totalMinor) return null
    // The page shows the new total once it is read again; the notice names it already.
    void cart.refresh()
    return refused(totalChanged(seen.quote, granted.totalMinor, locale))
  } catch (error) {
    if (error instanceof ApiError && EXPIRED.includes(error.code)) return { type: 'holdExpired' }
    const text = error instanceof ApiError && error.text
    return refused(text ? { ...UNREACHED, message: text } : UNREACHED)
  }
}

const EXPIRED: readonly ApiError['code'][] = ['hold_expired', 'cart_not_found']

/** Asks the bank. From here on a record of the payment survives a reload or a bank's redirect. */
async function confirm(
  { stripe, pending, page }: PaymentEffects,
  asked: PendingPayment,
  { elements, clientSecret, accountId, wallet }: CardPayment,
  details: Details,
): Promise<Verdict> {
  const provider = await stripe(accountId)
  pending.save(asked)
  try {
    const result = await provider.confirmPayment({
      elements,
      clientSecret,
      confirmParams: {
        return_url: page.returnUrl(accountId),
        // A wallet tells the provider itself whose card it is.
        ...(wallet ? {} : { payment_method_data: { billing_details: billingDetailsOf(details) } }),
      },
      redirect: 'if_required',
    })
    return verdictOn(result)
  } catch {
    // No answer came: only our server can find out whether the card was charged.
    return { kind: 'ask_server', isPaid: false }
  }
}

/** The fields that our own form asks for and the provider's form therefore does not. */
function billingDetailsOf(details: Details) {
  const { email, phone, address, city, state, zipCode, country } = details
  return {
    name: fullName(details),
    email,
    phone,
    address: {
      line1: address,
      line2: '',
      city,
      state,
      postal_code: zipCode,
      country,
    },
  }
}

const refused = (problem: PaymentProblem): PaymentEvent => ({ type: 'refused', problem })
