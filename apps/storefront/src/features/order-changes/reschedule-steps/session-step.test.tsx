import type { RescheduleOptions, RescheduleSession } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SessionStep } from './session-step.tsx'

const ticket = (id: string) => ({
  id,
  ticketTypeName: 'Adult',
  sessionId: 's1',
  canMove: true,
  isChosen: true,
})

const OPTIONS: RescheduleOptions = {
  success: true,
  currentSession: { id: 's1', startTime: '2026-12-10T10:00:00.000Z', displayName: 'Morning' },
  currentSessions: [],
  tickets: [ticket('t1'), ticket('t2')],
  days: [{ date: '2026-12-10', sessions: 2 }],
  availableSessions: [],
  isComplete: true,
  currency: 'usd',
  policy: {
    changesUntil: '2026-12-10T10:00:00.000Z',
    changesLeft: null,
    fee: null,
    refundsDecrease: true,
  },
}

const session = (part: Partial<RescheduleSession>): RescheduleSession => ({
  id: 's2',
  startTime: '2026-12-10T10:15:00.000Z',
  displayName: 'Evening',
  date: '2026-12-10',
  isCurrent: false,
  priceDifference: 0,
  isSameForEach: true,
  totalDifference: 0,
  amountDue: 0,
  amountRefunded: 0,
  isWaived: false,
  availableCapacity: 5,
  hasRoom: true,
  ...part,
})

/** What the list says, with spaces between its elements. */
const wordsOf = (...sessions: RescheduleSession[]) =>
  renderToStaticMarkup(
    <SessionStep
      options={OPTIONS}
      zone="UTC"
      locale="en-US"
      date="2026-12-10"
      sessions={sessions}
      error={null}
      onRetry={() => {}}
      onBack={() => {}}
      onContinue={() => {}}
    />,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the sessions of a day in a reschedule', () => {
  it('say above the list that none has room for the chosen tickets', () => {
    const full = session({ availableCapacity: 0, hasRoom: false })
    const words = wordsOf(full, session({ id: 's3', availableCapacity: 1, hasRoom: false }))
    expect(words).toContain('No time on this day has room for your 2 tickets.')
    expect(words).toContain('Sold Out')
    expect(words).toContain('1 ticket left, too few for you')
  })

  it('say that no other one has room if the tickets are in one of them', () => {
    const current = session({ id: 's1', isCurrent: true })
    const full = session({ availableCapacity: 0, hasRoom: false })
    expect(wordsOf(current, full)).toContain(
      'No other time on this day has room for your 2 tickets.',
    )
  })

  it.each([
    ['one has room', [session({ hasRoom: false }), session({ id: 's3' })]],
    ['the tickets are in the only one', [session({ isCurrent: true, hasRoom: false })]],
  ])('say nothing about room if %s', (_, sessions) => {
    expect(wordsOf(...sessions)).not.toContain('has room')
  })

  it('say the time once if the name of a session begins with it', () => {
    expect(wordsOf(session({ displayName: '10:15 AM entry' })).match(/10:15/g)).toHaveLength(1)
    expect(wordsOf(session({}))).toMatch(/10:15 AM .*Evening/)
  })

  it.each([
    [{ priceDifference: 10, totalDifference: 20 }, ' +$10.00 per ticket · Total +$20.00 '],
    [
      { priceDifference: 7.15, totalDifference: 14.29 },
      ' about +$7.15 per ticket · Total +$14.29 ',
    ],
    [{ priceDifference: 7.15, totalDifference: 14.29, isSameForEach: false }, ' Total +$14.29 '],
  ])('show the difference of each ticket of %o', (part, text) => {
    expect(wordsOf(session(part))).toContain(text)
  })
})
