import { describe, expect, test } from 'vitest'
import { discountEntryOf, hasConditionValue, parseAction, parseConditions } from './parse-rule.ts'

const one = (field: string, operator: string, value: string | number | null) =>
  parseConditions({ type: 'and', rules: [{ field, operator, value }] })

describe('a typed condition', () => {
  test.each([
    ['totalAmount', '>', ' 49.90 ', 49.9],
    ['quantity', '>=', '4', 4],
    ['quantity', '>=', 4, 4],
    ['date', '=', '2027-05-31', '2027-05-31'],
    ['dayOfWeek', '=', 'saturday', 6],
    ['dayOfWeek', '=', 'Sun', 0],
    ['dayOfWeek', '=', '3', 3],
    ['timeOfDay', '<', '9:05', '09:05'],
    ['eventName', 'contains', ' Kelp ', 'Kelp'],
    ['dayOfWeek', '>', 'Monday', 1],
    ['customerEmail', '>', 'a', 'a'],
    ['totalAmount', 'contains', '9.9', '9.9'],
    ['quantity', 'contains', 1, '1'],
    ['date', 'contains', '-05-', '-05-'],
    ['dayOfWeek', 'contains', 'sat', 'sat'],
  ])('%s %s %j is read as %j', (field, operator, typed, value) => {
    expect(one(field, operator, typed)).toEqual({
      ok: true,
      value: { type: 'and', rules: [{ field, operator, value }] },
    })
  })

  test.each([
    ['quantity', '>', 'four', 'conditions.rules.0.value', 'Enter a whole number, like 4'],
    ['quantity', '>', '1.5', 'conditions.rules.0.value', 'Enter a whole number, like 4'],
    ['totalAmount', '>', '-1', 'conditions.rules.0.value', 'Enter an amount, like 50 or 49.90'],
    [
      'date',
      '=',
      '31.05.2027',
      'conditions.rules.0.value',
      'Enter a date as year-month-day, like 2027-05-31',
    ],
    [
      'date',
      '=',
      '2027-02-30',
      'conditions.rules.0.value',
      'Enter a date as year-month-day, like 2027-05-31',
    ],
    [
      'timeOfDay',
      '>',
      '24:00',
      'conditions.rules.0.value',
      'Enter a time as hours and minutes, like 18:30',
    ],
    [
      'quantity',
      '~',
      '4',
      'conditions.rules.0.operator',
      'Choose one of: >, >=, <, <=, =, !=, contains',
    ],
    ['weather', '=', 'rain', 'conditions.rules.0.field', 'Choose what the condition is about'],
  ])('%s %s %j is refused', (field, operator, typed, path, reason) => {
    expect(one(field, operator, typed)).toEqual({ ok: false, problems: [{ path, reason }] })
  })

  test('without a value is dropped, and problems keep the position that was sent', () => {
    const rules = [
      { field: 'quantity', operator: '>', value: '' },
      { field: 'quantity', operator: '>', value: 'x' },
    ]
    expect(parseConditions({ type: 'or', rules })).toMatchObject({
      problems: [{ path: 'conditions.rules.1.value' }],
    })
    expect(parseConditions({ type: 'or', rules: rules.slice(0, 1) })).toEqual({
      ok: false,
      problems: [{ path: 'conditions.rules', reason: 'At least one condition must have a value' }],
    })
  })
})

describe('a typed action', () => {
  test('is stored in minor units and parts per million, without discounts of 0 or less', () => {
    const parsed = parseAction(
      {
        type: 'discount',
        discounts: [
          { ticketTypeId: 'all', discountType: 'percentage', value: '12.5' },
          { ticketTypeId: 'vip', discountType: 'fixed', value: 4.5 },
          { ticketTypeId: 'general', discountType: 'fixed', value: '' },
          { ticketTypeId: 'premium', discountType: 'fixed', value: -1 },
        ],
      },
      'usd',
    )
    const discounts = [
      { ticketTypeId: 'all', discountType: 'percentage', ratePpm: 125_000 },
      { ticketTypeId: 'vip', discountType: 'fixed', amountMinor: 450 },
    ] as const
    expect(parsed).toEqual({ ok: true, value: { type: 'discount', discounts } })
    expect(discounts.map((each) => discountEntryOf(each, 'usd').value)).toEqual([12.5, 4.5])
  })

  test('is refused with a reason per field', () => {
    const all = { ticketTypeId: 'all', discountType: 'percentage' } as const
    const problemsOf = (...discounts: Parameters<typeof parseAction>[0][]) =>
      discounts.map((action) => {
        const parsed = parseAction(action, 'usd')
        return parsed.ok ? null : parsed.problems[0]?.path
      })
    expect(
      problemsOf(
        { type: 'block', message: '  ' },
        { type: 'discount', discounts: [] },
        { type: 'discount', discounts: [{ ...all, value: 101 }] },
        { type: 'discount', discounts: [{ ...all, value: 'much' }] },
        { type: 'discount', discounts: [{ ...all, discountType: 'fixed', value: 0.001 }] },
        {
          type: 'discount',
          discounts: [
            { ...all, value: 5 },
            { ...all, value: 6 },
          ],
        },
      ),
    ).toEqual([
      'action.message',
      'action.discounts',
      'action.discounts.0.value',
      'action.discounts.0.value',
      'action.discounts.0.value',
      'action.discounts.1.ticketTypeId',
    ])
  })
})

describe('a value that was typed', () => {
  test.each([
    ['totalAmount', '>', 0, 0],
    ['totalAmount', '>', 12_345_678_901, 12_345_678_901],
    ['quantity', '>', 0, 0],
    ['quantity', '>', 12_345_678_901, 12_345_678_901],
    ['dayOfWeek', '=', 'sat', 6],
  ])('%s %s %j is read as %j', (field, operator, typed, value) => {
    expect(one(field, operator, typed)).toMatchObject({ value: { rules: [{ value }] } })
  })

  test.each([
    ['totalAmount', '>', 'fifty'],
    ['totalAmount', '>', 'x50'],
    ['totalAmount', '>', '50x'],
    ['totalAmount', '>', '1234567890'],
    ['totalAmount', '>', Number.NaN],
    ['quantity', '>', '-1'],
    ['quantity', '>', -1],
    ['date', '=', 20_270_531],
    ['dayOfWeek', '=', 'su'],
    ['dayOfWeek', '=', 'someday'],
    ['dayOfWeek', '=', '7'],
  ])('%s %s %j is refused', (field, operator, typed) => {
    expect(one(field, operator, typed)).toMatchObject({
      problems: [{ path: 'conditions.rules.0.value' }],
    })
  })

  test('of blanks is no value', () => {
    const filled = { field: 'quantity', operator: '>', value: 1 }
    const blank = { ...filled, value: '  ' }
    const has = (...rules: (typeof filled | typeof blank)[]) =>
      hasConditionValue({ type: 'and', rules })
    expect([has(blank), has(blank, filled), has()]).toEqual([false, true, false])
    expect(one('quantity', '>', '  ')).toMatchObject({ problems: [{ path: 'conditions.rules' }] })
  })

  test('beside one that does not fit is not listed as a problem', () => {
    const rules = [
      { field: 'quantity', operator: '>', value: 1 },
      { field: 'quantity', operator: '>', value: 'x' },
    ]
    expect(parseConditions({ type: 'and', rules })).toMatchObject({
      problems: [{ path: 'conditions.rules.1.value' }],
    })
    expect(parseConditions({ type: 'and', rules })).toHaveProperty('problems.length', 1)
  })
})

describe('an action that was typed', () => {
  const read = (discountType: 'percentage' | 'fixed', value: number | string) =>
    parseAction(
      { type: 'discount', discounts: [{ ticketTypeId: 'all', discountType, value }] },
      'usd',
    ).ok

  test('blocks with a message, without the blanks around it', () => {
    expect(parseAction({ type: 'block', message: ' Not today ' }, 'usd')).toEqual({
      ...{ ok: true, value: { type: 'block', message: 'Not today' } },
    })
  })

  test('takes off up to all of the price, in parts per million', () => {
    expect([12.3456, 100, 100.5, 12.34567].map((value) => read('percentage', value))).toEqual([
      ...[true, true, false, false],
    ])
  })

  test('is a number as people write it', () => {
    expect(
      ['16', '.5', '16.', '0x10', '1e1', '1_0', ' 7 '].map((value) => read('fixed', value)),
    ).toEqual([...[true, true, true, false, false, false, true]])
  })

  test('takes off an amount of up to a million', () => {
    expect([1_000_000, 1_000_000.01].map((value) => read('fixed', value))).toEqual([true, false])
  })
})
