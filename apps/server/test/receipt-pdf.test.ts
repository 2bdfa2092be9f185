import type { OrderChangeView, OrderView } from '@foyer/contract'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { receiptPdf } from '../src/features/tickets/pdf/receipt-pdf.ts'
import { anOrder, aTenant } from './support/an-order.ts'

/** The text of all pages as a reader copies it, without spaces, which depend on the reader. */
async function lettersOf(order: OrderView): Promise<{ letters: string; pages: number }> {
  const bytes = await receiptPdf(aTenant(), order)
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])))
  }
  return { letters: withoutSpaces(texts.join('')), pages: pdf.numPages }
}
const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

const side = (day: number) => ({
  ticketTypeId: 'adult',
  typeName: 'Adult',
  session: {
    id: `s${day}`,
    startTime: `2026-07-0${day + 1}T02:00:00.000Z`,
    endTime: `2026-07-0${day + 1}T04:00:00.000Z`,
    date: `2026-07-0${day}`,
  },
  priceMinor: 1749,
  discountMinor: 0,
  feeMinor: 0,
  taxMinor: 0,
  amountMinor: 1749,
})

const entry = (part: Partial<OrderChangeView>): OrderChangeView => ({
  id: 'c1',
  kind: 'purchase',
  outcome: 'done',
  at: '2026-05-01T10:00:00.000Z',
  madeBy: 'buyer',
  tickets: [],
  differenceMinor: 0,
  changeFeeMinor: 0,
  paidMinor: 0,
  refundMinor: 0,
  refundReferences: [],
  creditMinor: 0,
  waivedMinor: 0,
  keptMinor: 0,
  receipt: null,
  reason: null,
  ...part,
})

test('a receipt shows the order as it is now, what was charged and refunded, and each change', async () => {
  const order = anOrder({ tickets: 2 })
  const tickets = [{ number: 1, from: side(3), to: side(4), differenceMinor: 1000 }]
  const { letters, pages } = await lettersOf({
    ...order,
    balance: { ...order.balance, paidMinor: 4698, leftMinor: 4498, changeFeesMinor: 200 },
    refunds: [{ reference: 'R-1', amountMinor: 200, currency: 'usd', state: 'succeeded', at: '' }],
    changes: [
      entry({ paidMinor: 3498 }),
      entry({
        kind: 'reschedule',
        at: '2026-05-02T10:00:00.000Z',
        tickets,
        differenceMinor: 1200,
        changeFeeMinor: 200,
        paidMinor: 1200,
      }),
      entry({ kind: 'correction', madeBy: 'organizer', refundReferences: ['R-1'] }),
    ],
  })
  expect(pages).toBe(1)
  for (const text of [
    'Receipt of order 0E2F0A00',
    'Total$34.98',
    'The Great Pier Hall, 9 Embarcadero, San Francisco, CA 94105',
    'Ticket 2, General Admission, ',
    '$17.49',
    'Change fees$2.00',
    'Charged$46.98',
    'Refund R-1, returned−$2.00',
    'Total paid$44.98',
    'Bought',
    'Rescheduled, 1 ticket',
    'Ticket 1, Adult: Jul 3, 2026, 7:00 PM → Jul 4, 2026, 7:00 PM',
    '+$10.00',
    'Paid$12.00',
    'Refunded by Foyer',
  ]) {
    expect(letters).toContain(withoutSpaces(text))
  }
})

test('a receipt with four changes fits a page', async () => {
  const order = anOrder({ tickets: 2 })
  const tickets = [1, 2].map((number) => ({
    number,
    from: side(3),
    to: side(4),
    differenceMinor: 1000,
  }))
  const change = entry({ kind: 'reschedule', tickets, differenceMinor: 2000, paidMinor: 2000 })
  const changes = [entry({ paidMinor: 3498 }), change, change, change]
  expect((await lettersOf({ ...order, changes })).pages).toBe(1)
})

test('a receipt of many changes continues on further pages', async () => {
  const order = anOrder()
  const changes = Array.from({ length: 40 }, (_, index) =>
    entry({ id: `c${index}`, kind: 'correction', keptMinor: -100 }),
  )
  expect((await lettersOf({ ...order, changes })).pages).toBeGreaterThan(1)
})
