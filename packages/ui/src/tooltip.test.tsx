import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

const provider = vi.hoisted(() => vi.fn(() => null))
const trigger = vi.hoisted(() => vi.fn(() => null))
vi.mock('@base-ui/react/tooltip', () => {
  const Tooltip = { Provider: provider, Trigger: trigger, Root: 'div', Portal: () => null }
  return { Tooltip }
})
const { Tooltip, TooltipGroup } = await import('./tooltip.tsx')

it('waits 700 ms, and lets its neighbours follow within 300 ms at once', () => {
  renderToStaticMarkup(<TooltipGroup>words</TooltipGroup>)
  expect(provider).toHaveBeenCalledWith(
    expect.objectContaining({ delay: 700, timeout: 300 }),
    undefined,
  )
  renderToStaticMarkup(
    <Tooltip text="words">
      <button type="button">a control</button>
    </Tooltip>,
  )
  expect(trigger).toHaveBeenCalledWith(expect.objectContaining({ delay: 700 }), undefined)
})
