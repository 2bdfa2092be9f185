import { describe, expect, it } from 'vitest'
import { announcementOf } from './countdown.ts'

describe('announcementOf', () => {
  it('announces five, two and one minute, once each', () => {
    const heard: string[] = []
    for (let seconds = 900; seconds >= 0; seconds -= 1) {
      const text = announcementOf(seconds + 1, seconds, null)
      if (text) heard.push(`${seconds}: ${text}`)
    }
    expect(heard).toEqual([
      '300: 5 minutes left to complete your purchase',
      '120: 2 minutes left to complete your purchase',
      '60: 1 minute left to complete your purchase',
    ])
  })

  it('announces only the last mark after a device slept over several', () => {
    expect(announcementOf(700, 110, null)).toBe('2 minutes left to complete your purchase')
  })

  it('says in time that more time can be added', () => {
    expect(announcementOf(301, 300, 5)).toBe(
      '5 minutes left to complete your purchase. You can add 5 minutes.',
    )
    expect(announcementOf(61, 60, 1)).toContain('You can add 1 minute.')
  })

  it('announces nothing when the page opens, at the end, or when time is added', () => {
    expect(announcementOf(null, 200, 5)).toBeNull()
    expect(announcementOf(10, 0, 5)).toBeNull()
    expect(announcementOf(40, 340, 5)).toBeNull()
  })
})
