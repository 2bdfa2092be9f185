import type { OrderView } from '@foyer/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { PaidCard } from './paid-card.tsx'

/** The text of an order's ticket card. */
function shown(part: Partial<OrderView>): string {
  const { app, queryClient } = aContext()
  const page = (
    <AppProvider app={app}>
      <QueryClientProvider client={queryClient}>
        <PaidCard order={{ ...anOrderView(), ...part }} locale="en-US" />
      </QueryClientProvider>
    </AppProvider>
  )
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const refund = (state: OrderView['refunds'][number]['state'], reference: string) => ({
  reference,
  amountMinor: 1000,
  currency: 'usd',
  state,
  at: '2026-12-01T20:05:01.000Z',
})

it('an order shows what was returned, what is on its way, and what is left', () => {
  const words = shown({
    refunds: [refund('succeeded', 'R-1'), refund('pending', 'R-2')],
    balance: { paidMinor: 6996, refundedMinor: 2000, leftMinor: 4996 },
  })
  expect(words).toContain('Refund R-1, returned −$10.00')
  expect(words).toContain('Refund R-2, on its way −$10.00')
  expect(words).toContain('Left of what you paid $49.96')
})

it('a returned refund does not reduce the rest of the total', () => {
  const words = shown({
    refunds: [refund('failed', 'R-3')],
    balance: { paidMinor: 6996, refundedMinor: 0, leftMinor: 6996 },
  })
  expect(words).toContain('Refund R-3, came back; we look after it $10.00')
  expect(words).toContain('Left of what you paid $69.96')
})

it('an order without refunds shows only its total', () => {
  expect(shown({})).not.toContain('Left of what you paid')
})

it('the card shows the first ticket that is still valid, not one that is cancelled or used', () => {
  const [first, second] = anOrderView().tickets
  if (!first || !second) throw new Error('the order of the tests has two tickets')
  for (const spent of [{ isCancelled: true }, { isRedeemed: true }]) {
    const words = shown({ tickets: [{ ...first, ...spent }, second] })
    expect(words).toContain(second.validationCode)
    expect(words).toContain('Ticket 2 of 2.')
    expect(words).not.toContain('This ticket was cancelled')
  }
  expect(shown({ tickets: [{ ...first, isCancelled: true }] })).toContain(
    'This ticket was cancelled',
  )
})
