import { describe, expect, it } from 'vitest'
import { dayText, formatMinutes, formatMs, formatShare, incidentTime } from './status-text.ts'

describe('the words of the status page', () => {
  it('a share is never rounded up to 100 %', () => {
    expect(formatShare(1, 'en-US')).toBe('100%')
    expect(formatShare(129_599 / 129_600, 'en-US')).toBe('99.99%')
    expect(formatShare(0, 'en-US')).toBe('0.00%')
  })

  it('a day says what was measured and not only a colour', () => {
    const day = { day: '2026-11-20', uptime: 1, measuredMinutes: 90, downMinutes: 0 }
    expect(dayText(day, 'en-US')).toBe('Nov 20, 2026: no interruption in 1 hour 30 min')
    expect(dayText({ ...day, uptime: 0.9, downMinutes: 9 }, 'en-US')).toBe(
      'Nov 20, 2026: down for 9 minutes, up 90.00%',
    )
    expect(dayText({ ...day, uptime: null, measuredMinutes: 0 }, 'en-US')).toBe(
      'Nov 20, 2026: not measured',
    )
  })

  it('times and lengths have their units', () => {
    expect([1, 59, 60, 135, 86_438].map(formatMinutes)).toEqual([
      '1 minute',
      '59 minutes',
      '1 hour',
      '2 hours 15 min',
      '60 days',
    ])
    expect([null, 0.5, 42.4, 1900].map(formatMs)).toEqual(['none yet', '0.5 ms', '42 ms', '1.9 s'])
  })

  it('an incident says when it began and how long it took, or that it goes on', () => {
    const incident = { kind: 'outage', beganAt: '2026-11-20T10:00:00Z', note: '' } as const
    expect(incidentTime({ ...incident, endedAt: '2026-11-20T10:10:00Z' }, 'en-US')).toBe(
      'Nov 20, 2026, 10:00 AM UTC, for 10 minutes',
    )
    expect(incidentTime({ ...incident, endedAt: null }, 'en-US')).toBe(
      'Since Nov 20, 2026, 10:00 AM UTC, still open',
    )
  })
})
