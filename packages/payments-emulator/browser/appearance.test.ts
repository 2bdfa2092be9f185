import { describe, expect, it } from 'vitest'
import { rulesText } from './appearance.ts'

describe('appearance rules', () => {
  it('become style rules of the element’s own classes', () => {
    expect(
      rulesText({
        '.Input': { backgroundColor: '#fff', fontSize: '16px' },
        '.Tab--selected, .Tab--selected:focus': { border: '1px solid red' },
      }),
    ).toBe(
      '.Input { background-color: #fff; font-size: 16px; }\n' +
        '.Tab--selected, .Tab--selected:focus { border: 1px solid red; }',
    )
  })

  it('cannot style anything but the element', () => {
    expect(rulesText({ body: { color: 'red' }, '.Input } * ': { color: 'red' } })).toBe('')
    expect(rulesText({ '.Input': { color: 'red } * { color: blue' } })).toBe('.Input {  }')
    expect(rulesText(undefined)).toBe('')
  })
})
