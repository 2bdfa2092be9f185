import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ReviewNotice } from './review-notice.tsx'

vi.mock('../../../routing/link.tsx', () => ({ Link: 'a' }))
vi.mock('../engine/event-flow-context.tsx', () => ({
  useEventFlow: () => ({ linkTo: (step: string) => ({ href: step }), search: {} }),
}))

it.each([
  ['no_session', 'No time slot selected'],
  ['session_not_found', 'Selected session not found'],
] as const)('names what is lacking for a hold: %s', (block, title) => {
  const html = renderToStaticMarkup(<ReviewNotice block={block} onRefresh={() => {}} />)
  expect(html).toContain(title)
  expect(html).toContain('href="time"')
})

it('a browser that blocks cookies is told how to allow them, and that nothing is held', () => {
  const html = renderToStaticMarkup(<ReviewNotice block="no_cookies" onRefresh={() => {}} />)
  expect(html).toContain('Your browser blocks cookies')
  expect(html).toContain('nothing is held yet')
  expect(html).toContain('To allow cookies for this site')
})
