import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DATE_PATTERN, formatSelection, parseSelection, totalQuantity } from './selection.ts'

const A = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'
const B = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a02'

describe('a selection in an address', () => {
  test('has ids with quantities', () => {
    expect(parseSelection(`${A}:2,${B}:1`)).toEqual({ [A]: 2, [B]: 1 })
    expect(formatSelection({ [A]: 2, [B]: 1 })).toBe(`${A}:2,${B}:1`)
    expect(totalQuantity({ [A]: 2, [B]: 1 })).toBe(3)
  })

  test('without tickets adds nothing to the address', () => {
    expect(formatSelection({})).toBeUndefined()
    expect(formatSelection({ [A]: 0 })).toBeUndefined()
    expect(parseSelection(undefined)).toEqual({})
    expect(parseSelection('')).toEqual({})
  })

  test.each([
    `${A}:0`,
    `${A}:-1`,
    `${A}:1.5`,
    `${A}:101`,
    `${A}:1e2`,
    `${A}:`,
    A,
    'general:2',
    ':2',
    ',,,',
    `${A}:2; drop table holds`,
    '__proto__:5',
    '<script>:1',
  ])('drops what is not an id with a quantity: %s', (text) => {
    expect(parseSelection(text)).toEqual({})
    expect(parseSelection(`${text},${B}:3`)).toEqual({ [B]: 3 })
  })

  test('reads ids in upper and lower case as the same id; the last quantity counts', () => {
    expect(parseSelection(`${A.toUpperCase()}:2,${A}:3`)).toEqual({ [A]: 3 })
  })

  test('has a limited number of ids, for an address of any length', () => {
    const many = Array.from({ length: 500 }, (_, index) => {
      const tail = index.toString(16).padStart(12, '0')
      return `0b7a6c1e-3f55-4b5c-9a52-${tail}:1`
    })
    expect(Object.keys(parseSelection(many.join(',')))).toHaveLength(20)
  })

  test('is the same after it was written and read, and no text makes reading fail', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.uuid(), fc.integer({ min: 1, max: 100 }), { maxKeys: 20 }),
        (selection) => {
          expect(parseSelection(formatSelection(selection))).toEqual({ ...selection })
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const quantity of Object.values(parseSelection(text))) {
          expect(quantity).toBeGreaterThan(0)
        }
      }),
    )
  })
})

describe('an address', () => {
  test('has an id or a day as a whole, with nothing before or after it', () => {
    expect(parseSelection(`x${A}:2`)).toEqual({})
    expect(parseSelection(`${A}x:2`)).toEqual({})
    expect(DATE_PATTERN.test('2027-05-31')).toBe(true)
    for (const text of ['x2027-05-31', '2027-05-31x', '202-05-31', '2027-5-31', '2027-05-3']) {
      expect(DATE_PATTERN.test(text)).toBe(false)
    }
  })
})
