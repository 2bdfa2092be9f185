import { readFileSync } from 'node:fs'
import { EVENT_CATEGORIES } from '@foyer/domain'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('event-list.css', import.meta.url), 'utf8')

it('each category of events has a badge colour that no other has', () => {
  const colours = EVENT_CATEGORIES.map(
    (category) => new RegExp(`\\[data-category="${category}"\\] \\{\\s*([^}]+?);`).exec(css)?.[1],
  )
  expect(colours).not.toContain(undefined)
  expect(new Set(colours).size).toBe(8)
})
