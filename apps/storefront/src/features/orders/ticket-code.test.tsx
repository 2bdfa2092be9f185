import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { QrCode, TicketBadge } from './ticket-code.tsx'

const [valid] = anOrderView().tickets
if (!valid) throw new Error('The order of the tests has a ticket')

it.each([
  ['Valid', valid],
  ['Used', { ...valid, isRedeemed: true, redeemedAt: '2026-12-05T03:10:00.000Z' }],
  ['Cancelled', { ...valid, status: 'CANCELLED' as const, isCancelled: true }],
])('a ticket has the badge %s', (word, ticket) => {
  const text = renderToStaticMarkup(<TicketBadge ticket={ticket} />).replaceAll(/<[^>]+>/g, '')
  expect(text).toBe(word)
})

it('a code is 200 px wide and has a margin of 2 modules on each side', () => {
  const html = renderToStaticMarkup(<QrCode value={valid.qrCode} label="QR code" />)
  expect(html).toContain('width="200" height="200"')
  const size = Number(/viewBox="0 0 (\d+) \d+"/.exec(html)?.[1])
  const runs = [...html.matchAll(/M(\d+) (\d+)h(\d+)/g)]
    .map(([, x, y, width]) => ({
      left: Number(x),
      top: Number(y),
      right: Number(x) + Number(width),
    }))
    // The first one is the white square behind the modules.
    .filter(({ left, top }) => left + top > 0)
  expect(Math.min(...runs.map(({ left }) => left))).toBe(2)
  expect(Math.min(...runs.map(({ top }) => top))).toBe(2)
  expect(Math.max(...runs.map(({ right }) => right))).toBe(size - 2)
  expect(Math.max(...runs.map(({ top }) => top))).toBe(size - 3)
})
