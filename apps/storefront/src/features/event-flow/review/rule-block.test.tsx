import { ApiError } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useRuleBlock } from './rule-block.tsx'

vi.mock('../../../routing/link.tsx', () => ({ Link: 'a' }))
vi.mock('../engine/event-flow-context.tsx', () => ({
  useEventFlow: () => ({ linkTo: (step: string) => ({ href: step }), search: {} }),
}))

function Shown({ error }: { error: unknown }) {
  const problem = useRuleBlock(error, () => {})
  return problem ? (
    <section title={problem.title}>
      {problem.text}
      {problem.actions}
    </section>
  ) : null
}
const shown = (error: unknown) => renderToStaticMarkup(<Shown error={error} />)

it('says in the words of the organizer why a rule refuses the order, and leads back to the tickets', () => {
  const body = JSON.stringify({ error: 'Members only before noon.', code: 'rule_blocked' })
  const html = shown(new ApiError(409, body, ''))
  expect(html).toContain('This order cannot be reserved')
  expect(html).toContain('Members only before noon.')
  expect(html).toContain('href="tickets"')
  expect(html).toContain('Check again')
})

it('says nothing about another refusal, nor without one', () => {
  expect(shown(new ApiError(409, '{"error":"","code":"price_not_ready"}', ''))).toBe('')
  expect(shown(null)).toBe('')
})
