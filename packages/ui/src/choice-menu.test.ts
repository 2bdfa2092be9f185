import { expect, it } from 'vitest'
import { nextIndex } from './choice-menu.tsx'

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 0, null],
  ['Enter', 1, null],
])('%s leads from item %i to %s of a menu of three', (key, at, next) => {
  expect(nextIndex(key, at, 3)).toBe(next)
})
