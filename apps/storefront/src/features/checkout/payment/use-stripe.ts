import type { Stripe } from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { paymentConfigQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { loadPayments } from './load-payments.ts'

/** Loads the provider's script for this shop's account, once per page. */
export function useStripe(): () => Promise<Stripe> {
  const app = useApp()
  const queryClient = useQueryClient()
  return useCallback(
    async () => loadPayments(await queryClient.ensureQueryData(paymentConfigQuery(app))),
    [app, queryClient],
  )
}
