import { describe, expect, it } from 'vitest'
import {
  isAnything,
  isBoolean,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
} from './shape.ts'

describe('checks of what was stored', () => {
  it.each([
    [isText, 'a', 1],
    [isNumber, 0, '0'],
    [isBoolean, false, 0],
    [isNullable(isText), null, undefined],
    [isOptional(isText), undefined, null],
    [isOneOf(['open', 'closed']), 'open', 'ajar'],
    [isListOf(isNumber), [1, 2], [1, '2']],
    [isListOf(isNumber), [], { length: 0 }],
  ])('%o', (check, good, bad) => {
    expect(check(good)).toBe(true)
    expect(check(bad)).toBe(false)
  })

  it('asks every field of an object, and no other', () => {
    const isPerson = isShape<{ name: string; age?: number; note: unknown }>({
      name: isText,
      age: isOptional(isNumber),
      note: isAnything,
    })
    expect(isPerson({ name: 'Ana', more: 1 })).toBe(true)
    expect(isPerson({ name: 'Ana', age: 'old' })).toBe(false)
    expect(isPerson({})).toBe(false)
    expect(isPerson(null)).toBe(false)
    expect(isPerson('Ana')).toBe(false)
  })
})
