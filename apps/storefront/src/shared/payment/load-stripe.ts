import type { OutputOf, payments } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import { paymentConfigQuery } from '../../data/queries.ts'
import type { RouterContext } from '../app-context.tsx'

type PaymentConfig = OutputOf<typeof payments.getPaymentConfig>

/** The release of the provider's script that the installed types describe. The provider must serve it. */
export const PAYMENT_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js'

const loading = new Map<string, Promise<void>>()
const made = new Map<string, Stripe>()

/**
 * Loads the provider's script once per page. `scriptUrl` names the emulator that a demo pays with.
 * After a failed load the next call tries again. `accountId` is the organizer's account that a payment
 * is made on; without one it is the platform's own.
 */
export async function loadStripe(config: PaymentConfig, accountId?: string): Promise<Stripe> {
  await loadScript(config.scriptUrl ?? PAYMENT_SCRIPT_URL)
  const { publishableKey } = config
  const key = `${publishableKey} ${accountId}`
  const known = made.get(key)
  if (known) return known
  if (!window.Stripe) throw new Error('The payment script did not define Stripe')
  const stripe = accountId
    ? window.Stripe(publishableKey, { stripeAccount: accountId })
    : window.Stripe(publishableKey)
  made.set(key, stripe)
  return stripe
}

function loadScript(src: string): Promise<void> {
  if (window.Stripe) return Promise.resolve()
  const known = loading.get(src)
  if (known) return known
  const started = addScript(src)
  loading.set(src, started)
  // Afterwards the page has the script, or the next call tries again.
  const forget = () => void loading.delete(src)
  started.then(forget, forget)
  return started
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`Could not load ${src}`))
    }
    document.head.append(script)
  })
}

/**
 * The provider's script with this shop's key, for the account of a payment. Rejects if our server or the
 * script does not answer.
 */
export const stripeOfShop = async (
  { app, queryClient }: RouterContext,
  accountId?: string,
): Promise<Stripe> =>
  loadStripe(await queryClient.ensureQueryData(paymentConfigQuery(app)), accountId)

/**
 * Fetches the provider's script before the checkout needs it: while 'Tickets Reserved!' is read, or
 * beside the checkout's own code. If that fails, the checkout asks again and shows the failure.
 */
export const preparePayment = (context: RouterContext): void =>
  void stripeOfShop(context).catch(() => undefined)
