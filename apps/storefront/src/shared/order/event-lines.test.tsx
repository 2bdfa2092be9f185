import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { EventLines } from './event-lines.tsx'

const order = anOrderView()
const shown = (selectedDate: string, startTime: string) =>
  renderToStaticMarkup(
    <EventLines
      order={{
        ...order,
        order: { ...order.order, selectedDate },
        session: { ...order.session, startTime },
      }}
      locale="en-US"
    />,
  )

it('an order shows its date and time in the zone of its venue', () => {
  const html = shown('2026-12-04', '2026-12-05T03:00:00.000Z')
  expect(html).toContain('Friday, December 4, 2026')
  expect(html).toContain('7:00 PM')
  expect(html).toContain('Pacific Standard Time')
  expect(html).toContain('Doors open at 6:30 PM')
})

it('a date or a time that an order lacks has a text and does not end the page', () => {
  const html = shown('', 'soon')
  expect(html).toContain('Date TBD')
  expect(html).toContain('Time TBD')
  expect(html).toContain('Pier 9')
})
