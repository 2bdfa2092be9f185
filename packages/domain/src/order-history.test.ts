import { describe, expect, it } from 'vitest'
import { amountRowsOf, type HistoryEntry, type HistoryTicketSide, ticketRowsOf } from './index.ts'

const FORMAT = { currency: 'usd', timeZone: 'America/Los_Angeles', locale: 'en-US' }

const side = (part: { day?: number; type?: string } = {}): HistoryTicketSide => {
  const { day = 4, type = 'Adult' } = part
  const session = {
    id: `s${day}`,
    startTime: `2026-12-0${day + 1}T03:00:00.000Z`,
    date: `2026-12-0${day}`,
  }
  return { ticketTypeId: type, typeName: type, session }
}

const entry = (part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  kind: 'reschedule',
  outcome: 'done',
  madeBy: 'buyer',
  tickets: [],
  differenceMinor: 0,
  changeFeeMinor: 0,
  paidMinor: 0,
  creditMinor: 0,
  waivedMinor: 0,
  keptMinor: 0,
  ...part,
})

describe('the tickets of an entry', () => {
  it('name what changed of each, and what it costs more or less', () => {
    const tickets = [
      { number: 1, from: side(), to: side({ day: 5 }), differenceMinor: 1000 },
      { number: 2, from: side(), to: side({ type: 'Front Row' }), differenceMinor: 0 },
      { number: 3, from: side(), to: side({ day: 5, type: 'Child' }), differenceMinor: -500 },
      { number: 4, from: side(), to: null, differenceMinor: -3000 },
    ]
    expect(
      ticketRowsOf({ tickets }, FORMAT).map((row) => [row.label, row.value, row.difference]),
    ).toEqual([
      ['Ticket 1, Adult', 'Dec 4, 2026, 7:00 PM → Dec 5, 2026, 7:00 PM', '+$10.00'],
      ['Ticket 2', 'Adult → Front Row', '$0.00'],
      ['Ticket 3', 'Adult, Dec 4, 2026, 7:00 PM → Child, Dec 5, 2026, 7:00 PM', '−$5.00'],
      ['Ticket 4, Adult', 'Dec 4, 2026, 7:00 PM, cancelled', '−$30.00'],
    ])
  })
})

describe('the amounts of an entry', () => {
  const ticket = { number: 1, from: side(), to: null, differenceMinor: -3000 }

  it.each<[string, Partial<HistoryEntry>, string[][]]>([
    [
      'a payment with a change fee',
      { differenceMinor: 1200, changeFeeMinor: 1200, paidMinor: 1200 },
      [
        ['Change fee', '$12.00'],
        ['Paid', '$12.00'],
      ],
    ],
    [
      'a difference that was waived',
      { differenceMinor: 30, changeFeeMinor: 30, waivedMinor: 30 },
      [
        ['Change fee', '$0.30'],
        ['Not charged: too small for a card', '$0.30'],
      ],
    ],
    [
      'a payment with an earlier waived difference',
      { paidMinor: 1030, waivedMinor: -30 },
      [
        ['Left open before, now included', '$0.30'],
        ['Paid', '$10.30'],
      ],
    ],
    ['credit', { creditMinor: 500 }, [['Stays as credit for the next change', '$5.00']]],
    ['used credit', { creditMinor: -500 }, [['Credit used', '$5.00']]],
    [
      'a cancellation that takes the add-ons and keeps a part',
      { kind: 'cancellation', tickets: [ticket], differenceMinor: -3600, keptMinor: 600 },
      [
        ['Add-ons', '−$6.00'],
        ['Not refunded', '$6.00'],
      ],
    ],
    ['a purchase', { kind: 'purchase', differenceMinor: 500, paidMinor: 500 }, [['Paid', '$5.00']]],
    ['a change that was not made', { outcome: 'refunded', paidMinor: 500 }, []],
  ])('of %s are listed without rows of 0', (_, part, wanted) => {
    const rows = amountRowsOf(entry(part), FORMAT)
    expect(rows.map(({ label, value }) => [label, value])).toEqual(wanted)
  })
})
