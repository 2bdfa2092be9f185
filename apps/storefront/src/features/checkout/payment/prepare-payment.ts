import { paymentConfigQuery } from '../../../data/queries.ts'
import type { RouterContext } from '../../../shared/app-context.tsx'
import { loadPayments } from './load-payments.ts'

/**
 * Fetches the provider's script before the checkout is there: while 'Tickets Reserved!' is read, or
 * beside the checkout's own code. Where that fails the checkout asks again, and says so.
 */
export function preparePayment({ app, queryClient }: RouterContext): void {
  const config = queryClient.ensureQueryData(paymentConfigQuery(app))
  config.then(loadPayments).catch(() => undefined)
}
