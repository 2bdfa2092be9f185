import type { OrderView } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { OrderFacts } from './order-facts.tsx'

const shownOrder = (order: OrderView) =>
  renderToStaticMarkup(<OrderFacts order={order} locale="en-US" />)
const shown = (tickets: OrderView['tickets']) => shownOrder({ ...anOrderView(), tickets })

it('an order says what to bring while one of its tickets is not cancelled', () => {
  const [first, ...others] = anOrderView().tickets
  if (!first) throw new Error('the order of the tests has tickets')
  const cancelled = { ...first, isCancelled: true }
  expect(shown([cancelled, ...others])).toContain('Please bring a valid ID.')
  expect(shown([cancelled])).not.toContain('Important Information')
  // An order that a device stored without its tickets may be valid.
  expect(shown([])).toContain('Please bring a valid ID.')
})

it('an order shows the lines of its event, and no heading for an event without lines', () => {
  const order = anOrderView()
  const withLines = (importantInformation: string[]) =>
    shownOrder({ ...order, event: { ...order.event, importantInformation } })
  const own = withLines(['Wear flat shoes.'])
  expect(own).toContain('Wear flat shoes.')
  expect(own).not.toContain('Please bring a valid ID.')
  expect(withLines([])).not.toContain('Important Information')
})

it('a ticket for several people says how many it admits', () => {
  const [first] = anOrderView().tickets
  if (!first) throw new Error('the order of the tests has tickets')
  expect(shown([{ ...first, typeName: 'Family', places: 4 }])).toContain('Family · Admits 4')
  expect(shown([first])).not.toContain('Admits')
})

it('the rows of tickets and add-ons show what was paid for each, and add up to the total', () => {
  const words = shownOrder(anOrderView()).replace(/<[^>]+>/g, ' ')
  const amounts = [...words.matchAll(/\$(\d+)\.(\d\d)/g)].map(([, dollars, cents]) =>
    Number(`${dollars}${cents}`),
  )
  expect(amounts).toEqual([2999, 2998, 1599, 599, 7596])
})
