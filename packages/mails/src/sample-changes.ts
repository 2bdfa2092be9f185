import type { MailChange } from './mail.ts'

/** Changes of the sample order, whose three tickets are for November 28. */

const TICKETS = [
  { number: 1, typeName: 'General admission' },
  { number: 2, typeName: 'General admission' },
  { number: 3, typeName: 'Balcony, reduced' },
]

const side = (typeName: string, day: number) => ({
  ticketTypeId: typeName,
  typeName,
  session: {
    id: `s${day}`,
    startTime: `2026-11-${day + 1}T03:30:00.000Z`,
    date: `2026-11-${day}`,
  },
})

const noAmounts = {
  outcome: 'done',
  madeBy: 'buyer',
  changeFeeMinor: 0,
  paidMinor: 0,
  creditMinor: 0,
  waivedMinor: 0,
  keptMinor: 0,
  refunds: [],
} as const

/** All three tickets were for the evening before. */
export const moved: MailChange = {
  ...noAmounts,
  kind: 'reschedule',
  tickets: TICKETS.map(({ number, typeName }) => ({
    number,
    from: side(typeName, 27),
    to: side(typeName, 28),
    differenceMinor: 500,
  })),
  differenceMinor: 1800,
  changeFeeMinor: 300,
  paidMinor: 1800,
}

export const upgraded: MailChange = {
  ...noAmounts,
  kind: 'upgrade',
  tickets: [1, 2].map((number) => ({
    number,
    from: side('General admission', 28),
    to: side('Balcony', 28),
    differenceMinor: 750,
  })),
  differenceMinor: 1500,
  paidMinor: 1500,
}

export const cancelled = (numbers: readonly number[]): MailChange => ({
  ...noAmounts,
  kind: 'cancellation',
  tickets: TICKETS.filter(({ number }) => numbers.includes(number)).map(({ number, typeName }) => ({
    number,
    from: side(typeName, 28),
    to: null,
    differenceMinor: -2099,
  })),
  differenceMinor: -2099 * numbers.length,
  keptMinor: 249 * numbers.length,
  refunds: [{ reference: 'R-8LKF0Y2X', amountMinor: 1850 * numbers.length }],
})
