import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { TicketBadge } from './ticket-code.tsx'

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
