import { ApiError } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { aContext, anEvent, DAY } from '../../../../test/fixtures.ts'
import { AppProvider } from '../../../shared/app-context.tsx'
import { FlowCard } from './flow-card.tsx'

vi.mock('../engine/event-flow-context.tsx', () => ({
  useEventFlow: () => ({ event: anEvent(), facts: { skipped: new Set() }, session: undefined }),
}))

/** What a buyer reads on the ticket card whose price failed to load, without tags. */
function shown(error: Error): string {
  const quote = {
    priced: undefined,
    isAsked: true,
    isUpdating: false,
    error,
    retry: () => Promise.reject(error),
  }
  const card = <FlowCard draft={{ date: DAY }} quote={quote} action={null} stage="choosing" />
  return renderToStaticMarkup(<AppProvider app={aContext().app}>{card}</AppProvider>).replace(
    /<[^>]+>/g,
    ' ',
  )
}

const answer = (status: number, code: string, error: string) =>
  new ApiError(status, JSON.stringify({ code, error }), '')

it.each([
  ['quantity_above_maximum', 'At most 4 Adult tickets can be bought at once.'],
  ['amount_too_high', 'At most $999,999.99 can be paid at once.'],
  ['sales_closed', 'Sales for this time have closed. Please choose another time.'],
])("a refused choice is explained by the server's text: %s", (code, text) => {
  const words = shown(answer(400, code, text))
  expect(words).toContain(text)
  expect(words).not.toContain('could not be loaded')
})

it.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['an answer of another server', new ApiError(502, '<h1>Bad gateway</h1>', 'Bad Gateway')],
  ['a busy server', answer(503, 'busy', 'Busy')],
  ['input that breaks the schema', answer(400, 'validation_failed', 'tickets.0.quantity: Too big')],
])('the card says that the choice is kept if its price could not be loaded: %s', (_, error) => {
  expect(shown(error)).toContain('The price could not be loaded. Your choice is kept.')
})
