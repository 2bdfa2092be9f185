import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aContext } from '../../../../test/fixtures.ts'
import { AppProvider } from '../../../shared/app-context.tsx'
import type { PaymentInProgress } from '../payment/payment-states.ts'
import { Confirming } from './confirming.tsx'

/** What a buyer reads while a payment is being confirmed, without tags. */
function shown(payment: Partial<PaymentInProgress>): string {
  const inProgress: PaymentInProgress = {
    wait: 'usual',
    isPaid: false,
    reference: 'pi_1',
    ...payment,
  }
  const page = (
    <AppProvider app={aContext().app}>
      <Confirming payment={inProgress} cart={null} email="ana@example.com" onRetry={() => {}} />
    </AppProvider>
  )
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
}

it('says that a paid order could not be created only if the provider has the money', () => {
  const paid = shown({ wait: 'unreached', isPaid: true })
  expect(paid).toContain('Order Creation Failed')
  expect(paid).toContain('Payment succeeded but order creation failed. Please contact support.')
  expect(paid).toContain('pi_1')
  expect(paid).toContain('we finish the order or refund it')
  const unknown = shown({ wait: 'unreached', isPaid: false })
  expect(unknown).not.toContain('Payment succeeded')
  expect(unknown).toContain('We could not reach our server.')
})

it('offers to try again and an address to write to', () => {
  const page = shown({ wait: 'unreached', isPaid: true })
  expect(page).toContain('Try again')
  expect(page).toContain('Contact support')
})

it('distinguishes the usual seconds from a slow bank', () => {
  expect(shown({})).toContain('This takes a few seconds.')
  expect(shown({ wait: 'slow' })).toContain('This takes longer than usual.')
  expect(shown({ wait: 'bank' })).toContain('You may close this page.')
})
