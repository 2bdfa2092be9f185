import type { OrderChangeView, OrderView } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { OrderHistory } from './order-history.tsx'

/** The text of the history of an order, without tags. */
function shown(part: Partial<OrderView>): string {
  const { app } = aContext()
  const page = (
    <AppProvider app={app}>
      <OrderHistory order={{ ...anOrderView(), ...part }} />
    </AppProvider>
  )
  return renderToStaticMarkup(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

function changesWith(part: Partial<OrderChangeView>): OrderView['changes'] {
  const { changes } = anOrderView()
  const [purchase] = changes
  if (!purchase) throw new Error('an order has its purchase')
  const at = '2026-12-02T20:05:00.000Z'
  return [
    ...changes,
    { ...purchase, id: 'c1', at, differenceMinor: 0, paidMinor: 0, receipt: null, ...part },
  ]
}

const side = (day: number) => ({
  ticketTypeId: 'adult',
  typeName: 'Adult',
  session: {
    id: `s${day}`,
    startTime: `2026-12-0${day + 1}T03:00:00.000Z`,
    endTime: `2026-12-0${day + 1}T05:00:00.000Z`,
    date: `2026-12-0${day}`,
  },
  priceMinor: 3000,
  discountMinor: 0,
  feeMinor: 0,
  taxMinor: 0,
  amountMinor: 3000,
})

const refund = {
  reference: 'R-1',
  amountMinor: 2400,
  currency: 'usd',
  state: 'pending' as const,
  at: '2026-12-02T20:05:01.000Z',
}

describe('the history of an order', () => {
  it('is not shown before anything has changed', () => {
    expect(shown({})).toBe('')
  })

  it('begins with the newest change and ends with the purchase', () => {
    const words = shown({ changes: changesWith({ kind: 'correction', madeBy: 'organizer' }) })
    expect(words).toMatch(/Refunded by .+ Dec 2, 2026, 12:05 PM Bought Dec 1, 2026, 12:05 PM/)
    expect(words).toContain('2 × General Admission $59.97 1 × Souvenir photo $15.99 Paid $75.96')
  })

  it('says of a reschedule which ticket went where, what it cost and why', () => {
    const tickets = [{ number: 1, from: side(4), to: side(5), differenceMinor: 1000 }]
    const words = shown({
      changes: changesWith({
        kind: 'reschedule',
        tickets,
        differenceMinor: 1200,
        changeFeeMinor: 200,
        paidMinor: 1200,
        reason: 'The train is late',
      }),
    })
    expect(words).toContain('Rescheduled, 1 ticket')
    expect(words).toContain('Ticket 1, Adult Dec 4, 2026, 7:00 PM → Dec 5, 2026, 7:00 PM +$10.00')
    expect(words).toContain('Change fee $2.00 Paid $12.00')
    expect(words).toContain('Reason: The train is late')
  })

  it('says of a cancellation what is kept, and how far its refund is', () => {
    const tickets = [{ number: 2, from: side(4), to: null, differenceMinor: -3000 }]
    const change = {
      kind: 'cancellation' as const,
      tickets,
      differenceMinor: -3000,
      refundMinor: 2400,
      refundReferences: ['R-1'],
      keptMinor: 600,
    }
    const words = (state: OrderView['refunds'][number]['state']) =>
      shown({ changes: changesWith(change), refunds: [{ ...refund, state }] })
    expect(words('pending')).toContain('Not refunded $6.00 Refund R-1 on its way $24.00')
    expect(words('succeeded')).toContain('Refund R-1 returned $24.00')
  })

  it('explains a change that was paid and could not be made', () => {
    const tickets = [{ number: 1, from: side(4), to: side(5), differenceMinor: 1000 }]
    const words = shown({
      changes: changesWith({
        kind: 'reschedule',
        outcome: 'refunded',
        tickets,
        paidMinor: 2400,
        refundReferences: ['R-1'],
      }),
      refunds: [refund],
    })
    expect(words).toContain('Not rescheduled, 1 ticket')
    expect(words).toContain('your tickets stay as they were')
    expect(words).toContain('Refund R-1 on its way $24.00')
    expect(words).not.toContain('+$10.00')
  })
})
