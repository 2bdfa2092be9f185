import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aCart } from '../../../test/carts-and-orders.ts'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { FoldedOrderCard, OrderCard } from './order-card.tsx'

const stub = { cart: aCart(), stage: 'held', locale: 'en-US', stamp: 'a stamp' } as const
const EACH = ['General Admission', '$53.98', 'Souvenir photo', '$15.99', 'Service fee', '$5.99']

it('shows the countdown and the total on a small screen, and folds the rest', () => {
  const html = renderToStaticMarkup(<FoldedOrderCard {...stub} />)
  const folded = /<details(?! open)[^>]*>.*<\/details>/s.exec(html)?.[0] ?? ''
  const summary = /<summary.*<\/summary>/s.exec(folded)?.[0]
  expect(summary).toContain('$75.96')
  expect(EACH.filter((words) => !folded.includes(words))).toEqual([])
  expect(html.replace(folded, '')).toContain('a stamp')
})

it('lists each line of the total, fees by their name', () => {
  const html = renderToStaticMarkup(
    <AppProvider app={aContext().app}>
      <OrderCard {...stub} />
    </AppProvider>,
  )
  expect([...EACH, '$75.96'].filter((words) => !html.includes(words))).toEqual([])
})
