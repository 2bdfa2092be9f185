import { expect, test } from 'vitest'
import { visitsOf } from './calendar-visits.ts'

const sessionOn = (day: number) => ({
  id: `session-${day}`,
  startTime: `2026-07-0${day}T19:00:00.000Z`,
  endTime: `2026-07-0${day}T21:30:00.000Z`,
  date: `2026-07-0${day}`,
})

/** The day of each ticket; null: it has ended. */
type Days = readonly (number | null)[]

const sideOn = (day: number | null | undefined) => ({ session: sessionOn(day ?? 0) })

/** The change that leads from these days to those. */
const changeOf = (before: Days, after: Days, outcome: 'done' | 'refunded' = 'done') => ({
  outcome,
  tickets: after.flatMap((day, index) =>
    before[index] === null || before[index] === day
      ? []
      : [{ number: index + 1, from: sideOn(before[index]), to: day === null ? null : sideOn(day) }],
  ),
})

/** The days of the visits of an order that had these days one after the other. */
function daysOf(...stages: Days[]): string[] {
  const changes = stages.slice(1).map((after, index) => changeOf(stages[index] ?? [], after))
  return shown({ tickets: ticketsOf(stages), changes })
}

const ticketsOf = (stages: readonly Days[]) =>
  (stages.at(-1) ?? []).map((day, index) => ({
    number: index + 1,
    ...sideOn(day ?? stages.findLast((days) => days[index] !== null)?.[index]),
    isCancelled: day === null,
  }))

const shown = (order: Parameters<typeof visitsOf>[0]) =>
  visitsOf(order).map(({ session, tickets }) => `${session.date.slice(-1)}: ${tickets}`)

test('each session has an entry, which stays when the tickets of another one end', () => {
  expect(daysOf([3, 3, 4])).toEqual(['3: 2', '4: 1'])
  expect(daysOf([3, 3, 4], [null, null, 4])).toEqual(['3: 0', '4: 1'])
  expect(daysOf([3, 3, 4], [null, 3, 4], [null, 3, null])).toEqual(['3: 1', '4: 0'])
})

test('a session that all tickets of another moved to takes its entry', () => {
  expect(daysOf([3, 3], [4, 4])).toEqual(['4: 2'])
  expect(daysOf([3, 4], [3, 5])).toEqual(['3: 1', '5: 1'])
  expect(daysOf([3, 4], [5, 6])).toEqual(['5: 1', '6: 1'])
})

test('an entry whose tickets moved to a session that has one already is cancelled', () => {
  expect(daysOf([3, 4], [4, 4])).toEqual(['3: 0', '4: 2'])
})

test('a session that some tickets moved to has a new entry, which it keeps', () => {
  expect(daysOf([3, 3], [4, 3])).toEqual(['3: 1', '4: 1'])
  expect(daysOf([3, 3], [4, 3], [3, 3])).toEqual(['3: 2', '4: 0'])
  expect(daysOf([3, 3], [4, 3], [3, 3], [3, 4])).toEqual(['3: 1', '4: 1'])
})

test('a ticket that ended without a change of the order cancels its entry', () => {
  const [first, second] = ticketsOf([[3, 4]])
  if (!first || !second) throw new Error('The order has two tickets')
  const tickets = [first, { ...second, isCancelled: true }]
  expect(shown({ tickets, changes: [] })).toEqual(['3: 1', '4: 0'])
})

test('a change that was not made changes no entry', () => {
  const changes = [changeOf([3, 3], [4, 4], 'refunded')]
  expect(shown({ tickets: ticketsOf([[3, 3]]), changes })).toEqual(['3: 2'])
})
