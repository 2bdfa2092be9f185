import type { checkout, OutputOf } from '@foyer/contract'
import type { Stripe } from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { paymentConfigQuery } from '../../../data/queries.ts'
import { type RouterContext, useApp } from '../../../shared/app-context.tsx'

type PaymentConfig = OutputOf<typeof checkout.getPaymentConfig>

/** The release of the provider's script that our types of it describe; it must come from there. */
export const PAYMENT_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js'

const loading = new Map<string, Promise<Stripe>>()

/**
 * The provider's script, once per page. `scriptUrl` names the stand-in that a demo pays with. A
 * failed load may be tried again.
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
  if (!window.Stripe) throw new Error('The payment script brought nothing to pay with')
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

/**
 * Fetches the provider's script before the checkout is there: while 'Tickets Reserved!' is read, or
 * beside the checkout's own code. Where that fails the checkout asks again, and says so.
 */
export function preparePayment({ app, queryClient }: RouterContext): void {
  const config = queryClient.ensureQueryData(paymentConfigQuery(app))
  config.then(loadStripe).catch(() => undefined)
}

/** Loads the provider's script for this shop's account, once per page. */
export function useStripe(): () => Promise<Stripe> {
  const app = useApp()
  const queryClient = useQueryClient()
  return useCallback(
    async () => loadStripe(await queryClient.ensureQueryData(paymentConfigQuery(app))),
    [app, queryClient],
  )
}
