import { describe, expect, test } from 'vitest'
import { type DateStyle, orderOf, readDate, readMoment, readTime } from './dates.ts'

const DAY_FIRST: DateStyle = { order: 'day first', dayZero: '1899-12-30' }
const MONTH_FIRST: DateStyle = { order: 'month first', dayZero: '1899-12-30' }

describe('a date', () => {
  test.each([
    ...['6/5/2027', '06/05/2027', '6-5-2027', '6. 5. 2027', '06.05.2027', '6.5.27', '06/05/27'],
    ...['2027-05-06', '2027/5/6', '2027/05/06', '2027. 5. 6.', '2027年5月6日', '２０２７/５/６'],
    ...[
      '6-May-27',
      '6. Mai 2027',
      '6 mai 2027',
      '6 de mayo de 2027',
      '6 maggio 2027',
      '6 mei 2027',
    ],
    ...[
      '6 de maio de 2027',
      '6 maja 2027',
      '6 maj 2027',
      '6 Mayıs 2027',
      'May 6, 2027',
      '6-mai-27',
    ],
    ...['46513', '2027-05-06 00:00:00', '2027-05-06T00:00:00', '6/5/2027 12:00:00 AM'],
  ])('%s is the sixth of May where the day is first', (text) => {
    expect(readDate(text, DAY_FIRST)).toBe('2027-05-06')
  })

  test('is another one where the month is first, unless points or the year say otherwise', () => {
    expect(readDate('6/5/2027', MONTH_FIRST)).toBe('2027-06-05')
    expect(readDate('6.5.2027', MONTH_FIRST)).toBe('2027-05-06')
    expect(readDate('2027/5/6', MONTH_FIRST)).toBe('2027-05-06')
  })

  test('counts from 1904 in some workbooks', () => {
    expect(readDate('45051', { order: 'day first', dayZero: '1904-01-01' })).toBe('2027-05-06')
  })

  test.each([
    '',
    '31/2/2027',
    '13/13/2027',
    '2027-05',
    'May',
    '6/5',
    '2027-05-06 19:00',
    '1',
    '6 xyz 2027',
  ])('‘%s’ is none', (text) => {
    expect(readDate(text, DAY_FIRST)).toBeNull()
  })
})

describe('the order of day and month', () => {
  test('is that of one date with a number above 12, whatever the others are', () => {
    expect(orderOf(['6/5/2027', '13/5/2027'])).toBe('day first')
    expect(orderOf(['6/5/2027 7:00 PM', '5/13/2027 7:00 PM'])).toBe('month first')
  })

  test('is asked about if no date decides, and not if none needs it', () => {
    expect(orderOf(['5/5/2027', '6/5/2027', '7/5/2027'])).toEqual({
      text: '6/5/2027',
      dayFirst: '2027-05-06',
      monthFirst: '2027-06-05',
    })
    expect(orderOf(['5/5/2027', '06.05.2027', '2027-05-06', ''])).toBe('day first')
  })
})

describe('a time', () => {
  test.each([
    ...[
      '19:00',
      '19:00:00',
      '7:00 PM',
      '7:00:00 PM',
      '7:00\u202FPM',
      '7 pm',
      '7:00 p. m.',
      '19.00',
    ],
    ...[
      '19.00 Uhr',
      '19 Uhr',
      '19h00',
      '19h',
      '19 h 00',
      'kl. 19.00',
      '午後7:00',
      '19時00分',
      '19時',
    ],
    ...['0.791666666666667', '0,791666667', '１９:００'],
  ])('%s is seven in the evening', (text) => {
    expect(readTime(text)).toBe(19 * 60)
  })

  test('of noon and midnight is read by the clock of twelve hours', () => {
    expect(readTime('12:30 AM')).toBe(30)
    expect(readTime('12:30 PM')).toBe(12 * 60 + 30)
    expect(readTime('0.5')).toBe(12 * 60)
  })

  test.each(['', '19', '25:00', '19:60', '13:00 PM', '19:00:30', '0.25', 'evening'])(
    '‘%s’ is none',
    (text) => {
      expect(readTime(text)).toBeNull()
    },
  )
})

test.each([
  ...[
    '6/5/2027 7:00 PM',
    '06.05.2027 19:00',
    '2027-05-06T19:00:00',
    '2027-05-06 19:00',
    '46513.7916666667',
  ],
  ...['6. Mai 2027 19.00 Uhr', '6/5/2027, 19:00', '46513,79166667', '6. 5. 2027 19:00'],
])('%s is a date and a time', (text) => {
  expect(readMoment(text, DAY_FIRST)).toEqual({ date: '2027-05-06', minutes: 19 * 60 })
})

test('a date without a time is no moment', () => {
  expect(readMoment('2027-05-06', DAY_FIRST)).toBeNull()
})
