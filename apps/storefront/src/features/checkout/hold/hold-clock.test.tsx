import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aCart } from '../../../../test/carts-and-orders.ts'
import { HoldBar } from './hold-bar.tsx'
import { HoldStamp } from './hold-clock.tsx'

const cart = aCart()
const end = Date.parse(cart.expiresAt)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The ticket card's countdown and the phone's bar, `secondsLeft` before the end. */
function at(secondsLeft: number, moreTimeMinutes: number | null = 5, isPaying = false) {
  vi.setSystemTime(end - secondsLeft * 1000)
  const moreTime = { isAsking: false, isUnanswered: false, addedCount: 0, ask: () => {} }
  const clock = { cart: { ...cart, moreTimeMinutes }, clockOffset: 0, isPaying, moreTime }
  return {
    stamp: renderToStaticMarkup(<HoldStamp {...clock} locale="en-US" />),
    bar: renderToStaticMarkup(<HoldBar {...clock} total="$75.96" />),
  }
}

it('says what is held and until when, in calm colours, while there is time', () => {
  const { stamp, bar } = at(301)
  expect(stamp).toContain('5:01')
  expect(stamp).toMatch(/holding your 2 tickets until \d{1,2}:15\s[AP]M/)
  expect(stamp).not.toContain('text-danger-text')
  expect(stamp).not.toContain('More time')
  expect(bar).toContain('5:01 left')
})

it('turns red at 5:00, with an icon and words, and offers more time', () => {
  const { stamp, bar } = at(300)
  expect(stamp).toContain('text-danger-text')
  expect(stamp).toContain('<svg')
  expect(stamp).toContain('Less than 5 minutes left')
  expect(stamp).toContain('More time (+5 min)')
  expect(bar).toContain('aria-label="More time, +5 min"')
  expect(bar).toContain('<svg')
})

it('offers more time until the last second, and says when it is used up', () => {
  expect(at(1).bar).toContain('More time')
  const { stamp, bar } = at(299, null)
  expect(stamp).toContain('No more time can be added.')
  expect(bar).not.toContain('More time')
  expect(bar).toContain('4:59 left')
})

it("shows 'Time expired' at 0", () => {
  const { stamp, bar } = at(0)
  expect(stamp).toContain('Time expired')
  expect(bar).toContain('Time expired')
  expect(bar).not.toContain('More time')
})

it('shows no countdown while a payment is under way, because a countdown does not end it', () => {
  const { stamp, bar } = at(20, 5, true)
  expect(stamp).toContain('We keep your 2 tickets while your payment is confirmed.')
  expect(stamp).not.toContain('0:20')
  expect(bar).toContain('Confirming…')
})
