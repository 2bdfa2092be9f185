import type { checkout, OutputOf } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

type PaymentConfig = OutputOf<typeof checkout.getPaymentConfig>

const loading = new Map<string, Promise<Stripe>>()

/**
 * The provider's script, once per page. `scriptUrl` names a stand-in that is there before the
 * official loader looks, which then takes it over. A failed load may be tried again.
 */
export function loadPayments(config: PaymentConfig): Promise<Stripe> {
  const known = loading.get(config.publishableKey)
  if (known) return known
  const started = load(config)
  loading.set(config.publishableKey, started)
  started.catch(() => loading.delete(config.publishableKey))
  return started
}

async function load({ publishableKey, scriptUrl }: PaymentConfig): Promise<Stripe> {
  if (scriptUrl) await addScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('The payment script answered nothing')
  return stripe
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
