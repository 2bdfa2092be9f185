import { ApiError, cart as cartCalls } from '@foyer/contract'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { asCalls, BILLING_COUNTRY, type Details } from '../details/details.ts'
import { type Verdict, verdictOn } from './declines.ts'
import { finishPayment, type PaymentTools } from './finish-payment.ts'
import { UNREACHED } from './payment-problems.ts'
import { type PaymentProblem, underway } from './payment-states.ts'
import { removePendingPayment, savePendingPayment } from './pending-payment.ts'
import type { Purchase } from './place-order.ts'

export interface FreePurchase extends Purchase {
  /** The hold's new end, granted for the payment under way. */
  onExtended: (expiresAt: string) => void
  /** The server's total, in minor units, is not the one that the buyer has seen. */
  onTotalChanged: (totalMinor: number) => void
}

export interface CardPurchase extends FreePurchase {
  elements: StripeElements
  paymentIntentId: string
  clientSecret: string
  /** Where a bank sends the buyer back to: this page. */
  returnUrl: string
}

/** One press of 'Complete Payment', from the payment form to the order or back to the form. */
export async function payByCard(tools: PaymentTools, purchase: CardPurchase): Promise<void> {
  const { cart, details, elements, clientSecret, paymentIntentId } = purchase
  const { error } = await elements.submit()
  if (error) {
    const message = error.message ?? 'Your card details are not complete.'
    return refuse(tools, { title: 'Check your card details', message, isCard: true })
  }
  if (!(await extendHold(tools, purchase))) return

  const mark = {
    cartId: cart.cartId,
    intent: { id: paymentIntentId, clientSecret },
    isPaid: false,
    purchase: { cart, details },
  }
  const stripe = await tools.stripe()
  savePendingPayment(mark)
  const verdict = await confirm(stripe, purchase)
  if (verdict.kind === 'refused') {
    removePendingPayment(cart.cartId)
    return refuse(tools, verdict.problem)
  }
  const paid = { ...mark, isPaid: verdict.isPaid }
  savePendingPayment(paid)
  tools.report(underway(paid, 'usual'))
  await finishPayment(tools, paid)
}

/** A total of 0 takes no card: the order is the whole of it. */
export async function completeFreeOrder(
  tools: PaymentTools,
  purchase: FreePurchase,
): Promise<void> {
  if (!(await extendHold(tools, purchase))) return
  const { cart, details } = purchase
  const mark = { cartId: cart.cartId, intent: null, isPaid: false, purchase: { cart, details } }
  savePendingPayment(mark)
  tools.report(underway(mark, 'usual'))
  await finishPayment(tools, mark)
}

/**
 * Asks for the time a payment takes, so that no hold ends in the middle of it. False where it must
 * not go on: the hold is over, or it costs something else than the buyer agreed to.
 */
async function extendHold(tools: PaymentTools, purchase: FreePurchase): Promise<boolean> {
  const { cart, details } = purchase
  try {
    const params = { cartId: cart.cartId }
    const granted = await tools.call(cartCalls.startPayment, { params, body: asCalls(details) })
    purchase.onExtended(granted.expiresAt)
    if (granted.totalMinor === cart.quote.totalMinor) return true
    purchase.onTotalChanged(granted.totalMinor)
  } catch (error) {
    if (error instanceof ApiError && GONE.includes(error.code)) tools.report({ type: 'holdLapsed' })
    else refuse(tools, refusalOf(error))
  }
  return false
}

const refusalOf = (error: unknown): PaymentProblem =>
  error instanceof ApiError && error.text ? { ...UNREACHED, message: error.text } : UNREACHED

const GONE: readonly ApiError['code'][] = ['hold_expired', 'cart_not_found']

async function confirm(
  stripe: Pick<Stripe, 'confirmPayment'>,
  { elements, clientSecret, returnUrl, details }: CardPurchase,
): Promise<Verdict> {
  try {
    const result = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: {
        return_url: returnUrl,
        payment_method_data: { billing_details: billingDetailsOf(details) },
      },
      redirect: 'if_required',
    })
    return verdictOn(result)
  } catch {
    // Thrown, not answered: whether the card was charged is for our server to find out.
    return { kind: 'ask_server', isPaid: false }
  }
}

/** All that the payment form was told never to ask. */
function billingDetailsOf(details: Details) {
  const { firstName, lastName, email, phone, address, city, state, zipCode } = details
  return {
    name: `${firstName} ${lastName}`,
    email,
    phone,
    address: {
      line1: address,
      line2: '',
      city,
      state,
      postal_code: zipCode,
      country: BILLING_COUNTRY,
    },
  }
}

const refuse = ({ report }: PaymentTools, problem: PaymentProblem): void =>
  report({ type: 'refused', problem })
