import { describe, expect, it } from 'vitest'
import { isListOf, isNullable, isNumber, isShape, isText } from './shape.ts'

describe('a check', () => {
  it.each([
    [isText, 'a', 1],
    [isNumber, 0, '0'],
    [isNullable(isText), null, undefined],
    [isListOf(isNumber), [1, 2], [1, '2']],
    [isListOf(isNumber), [], { length: 0 }],
  ])('%o accepts its own kind of value only', (check, good, bad) => {
    expect(check(good)).toBe(true)
    expect(check(bad)).toBe(false)
  })

  it('of a shape requires each of its fields and ignores others', () => {
    const isPerson = isShape<{ name: string; age: number | null }>({
      name: isText,
      age: isNullable(isNumber),
    })
    expect(isPerson({ name: 'Ana', age: null, more: 1 })).toBe(true)
    expect(isPerson({ name: 'Ana', age: 'old' })).toBe(false)
    expect(isPerson({})).toBe(false)
    expect(isPerson(null)).toBe(false)
    expect(isPerson('Ana')).toBe(false)
  })
})
