import type { OutputOf, payments } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import { paymentConfigQuery } from '../../data/queries.ts'
import type { RouterContext } from '../app-context.tsx'

type PaymentConfig = OutputOf<typeof payments.getPaymentConfig>

/** The release of the provider's script that the installed types describe. The provider must serve it. */
export const PAYMENT_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js'

const loading = new Map<string, Promise<Stripe>>()

/**
 * Loads the provider's script once per page. `scriptUrl` names the emulator that a demo pays with.
 * After a failed load the next call tries again.
 */
export function loadStripe(config: PaymentConfig): Promise<Stripe> {
  const known = loading.get(config.publishableKey)
  if (known) return known
  const started = load(config)
  loading.set(config.publishableKey, started)
  started.catch(() => loading.delete(config.publishableKey))
  return started
}

async function load({ publishableKey, scriptUrl }: PaymentConfig): Promise<Stripe> {
  if (!window.Stripe) await addScript(scriptUrl ?? PAYMENT_SCRIPT_URL)
  if (!window.Stripe) throw new Error('The payment script did not define Stripe')
  return window.Stripe(publishableKey)
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

/** The provider's script with this shop's key. Rejects if our server or the script does not answer. */
export const stripeOfShop = async ({ app, queryClient }: RouterContext): Promise<Stripe> =>
  loadStripe(await queryClient.ensureQueryData(paymentConfigQuery(app)))

/**
 * Fetches the provider's script before the checkout needs it: while 'Tickets Reserved!' is read, or
 * beside the checkout's own code. If that fails, the checkout asks again and shows the failure.
 */
export const preparePayment = (context: RouterContext): void =>
  void stripeOfShop(context).catch(() => undefined)
