import type { RescheduleOptions } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DateStep } from './date-step.tsx'

const OPTIONS: RescheduleOptions = {
  success: true,
  currentSession: { id: 's1', startTime: '2026-12-10T20:00:00.000Z', displayName: 'Evening' },
  currentSessions: [],
  tickets: [],
  days: [
    { date: '2026-12-10', sessions: 2 },
    { date: '2026-12-14', sessions: 1 },
  ],
  availableSessions: [],
  isComplete: true,
  currency: 'usd',
  policy: {
    changesUntil: '2026-12-10T20:00:00.000Z',
    changesLeft: null,
    fee: null,
    refundsDecrease: true,
  },
}

const render = (options: RescheduleOptions) =>
  renderToStaticMarkup(<DateStep options={options} zone="UTC" locale="en-US" onChoose={() => {}} />)

describe('the calendar of a reschedule', () => {
  it('begins 7 days before the first session and ends 7 days after the last one', () => {
    const days = [...render(OPTIONS).matchAll(/>(\d{1,2})</g)].map(([, day]) => Number(day))
    expect(days).toEqual(Array.from({ length: 19 }, (_, index) => index + 3))
  })

  it('names each day that can be chosen with its sessions, and the date of the order', () => {
    const html = render(OPTIONS)
    expect(html).toContain('Thursday, December 10, 2026, 2 sessions, your current date')
    expect(html).toContain('Monday, December 14, 2026, 1 session"')
    expect(html.match(/data-day/g)).toHaveLength(2)
  })

  it('names the days on which no session has room for the tickets, and explains their look', () => {
    const session = {
      id: 's2',
      startTime: '2026-12-14T20:00:00.000Z',
      displayName: 'Evening',
      date: '2026-12-14',
      isCurrent: false,
      priceDifference: 0,
      isSameForEach: true,
      totalDifference: 0,
      amountDue: 0,
      amountRefunded: 0,
      isWaived: false,
      availableCapacity: 0,
      hasRoom: false,
    }
    const note = 'Crossed-out days have too little room for your tickets.'
    const full = render({ ...OPTIONS, availableSessions: [session] })
    expect(full).toContain('December 14, 2026, 1 session, too little room for your tickets')
    expect(full).toContain(note)
    const other = { ...session, id: 's3', hasRoom: true }
    expect(render({ ...OPTIONS, availableSessions: [session, other] })).not.toContain(note)
  })

  it('says so if nothing can be chosen', () => {
    expect(render({ ...OPTIONS, days: [] })).toContain('No other session is on sale')
  })
})
