import type { OrderView } from '@foyer/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { OrderTotals } from './order-totals.tsx'
import { PaidCard } from './paid-card.tsx'

const textOf = (page: ReactNode) =>
  renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** The text of an order's totals. */
const shown = (part: Partial<OrderView>, isAllIn = false) =>
  textOf(<OrderTotals isAllIn={isAllIn} order={{ ...anOrderView(), ...part }} locale="en-US" />)

/** The text of an order's ticket card. */
function shownCard(part: Partial<OrderView>): string {
  const { app, queryClient } = aContext()
  return textOf(
    <AppProvider app={app}>
      <QueryClientProvider client={queryClient}>
        <PaidCard order={{ ...anOrderView(), ...part }} locale="en-US" />
      </QueryClientProvider>
    </AppProvider>,
  )
}

const refund = (state: OrderView['refunds'][number]['state'], reference: string) => ({
  reference,
  amountMinor: 1000,
  currency: 'usd',
  state,
  at: '2026-12-01T20:05:01.000Z',
})

/** A further entry of the order's history. */
const changed = (part: Partial<OrderView['changes'][number]> = {}): OrderView['changes'] => {
  const { changes } = anOrderView()
  const [purchase] = changes
  if (!purchase) throw new Error('an order has its purchase')
  return [...changes, { ...purchase, id: 'c1', kind: 'correction', ...part }]
}

const balance = (part: Partial<OrderView['balance']>) => ({ ...anOrderView().balance, ...part })

it('an order shows what was returned, what is on its way, and what is left', () => {
  const words = shown({
    changes: changed(),
    refunds: [refund('succeeded', 'R-1'), refund('pending', 'R-2')],
    balance: balance({ paidMinor: 6996, refundedMinor: 2000, leftMinor: 4996, keptMinor: -2000 }),
  })
  expect(words).toContain('Refunded besides −$20.00')
  expect(words).toContain('Charged $69.96')
  expect(words).toContain('Refund R-1, returned −$10.00')
  expect(words).toContain('Refund R-2, on its way −$10.00')
  expect(words).toContain('Total paid $49.96')
})

it('the figures of a changed order add up downwards, and none is repeated without a refund', () => {
  const changes = changed({ kind: 'cancellation' })
  const paid = balance({ paidMinor: 9646, leftMinor: 8646, keptMinor: 1050 })
  const words = shown({ changes, refunds: [refund('succeeded', 'R-1')], balance: paid })
  expect(words).toMatch(
    /Total \$75\.96.* Not refunded \$10\.50 Total paid \$86\.46 Charged \$96\.46 Refund R-1, returned −\$10\.00/,
  )
  expect(shown({ changes, balance: balance({}) })).not.toContain('Charged')
})

it('an order shows what it was charged besides its tickets', () => {
  const words = shown({
    changes: changed({ kind: 'cancellation' }),
    balance: balance({ changeFeesMinor: 200, keptMinor: 300, creditMinor: 400 }),
  })
  expect(words).toContain('Change fees $2.00')
  expect(words).toContain('Not refunded $3.00')
  expect(words).toContain('Credit $4.00')
})

it('a returned refund does not reduce the rest of the total', () => {
  const words = shown({
    changes: changed(),
    refunds: [refund('failed', 'R-3')],
    balance: balance({ paidMinor: 6996, leftMinor: 6996 }),
  })
  expect(words).toContain('Refund R-3, came back; we look after it $10.00')
  expect(words).toContain('Total paid $69.96')
})

it('the refund of a change that was never made is no refund of the order', () => {
  const words = shown({
    changes: changed({ kind: 'upgrade', outcome: 'refunded', refundReferences: ['R-4'] }),
    refunds: [refund('pending', 'R-4')],
  })
  expect(words).not.toContain('R-4')
  expect(words).toContain('Total paid $75.96')
})

it('an order that never changed shows only its total', () => {
  expect(shown({})).not.toContain('Total paid')
})

it('below rows with fees, the fees are said to be in them', () => {
  const words = shown({}, true)
  expect(words).toContain('Service fee, included above $5.99 Total $75.96')
  expect(words).not.toContain('Subtotal')
})

it('the card shows the first ticket that is still valid, not one that is cancelled or used', () => {
  const [first, second] = anOrderView().tickets
  if (!first || !second) throw new Error('the order of the tests has two tickets')
  for (const spent of [{ isCancelled: true }, { isRedeemed: true }]) {
    const words = shownCard({ tickets: [{ ...first, ...spent }, second] })
    expect(words).toContain(second.validationCode)
    expect(words).toContain('Ticket 2 of 2.')
    expect(words).not.toContain('This ticket was cancelled')
  }
  expect(shownCard({ tickets: [{ ...first, isCancelled: true }] })).toContain(
    'This ticket was cancelled',
  )
})
