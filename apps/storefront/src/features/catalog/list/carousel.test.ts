import { describe, expect, it } from 'vitest'
import { anEvent } from '../../../../test/fixtures.ts'
import {
  HERO_ROTATION_MILLISECONDS,
  heroEvents,
  mayRotate,
  type RotationState,
  slideAt,
  slideFrom,
} from './carousel.ts'

const NOW = Date.parse('2026-12-01T00:00:00Z')
const on = (name: string, date: string | null) => anEvent({ id: name, name, date })
const names = (events: { name: string }[]) => events.map(({ name }) => name)

describe('the events of the hero', () => {
  it('the hero shows upcoming events, soonest first', () => {
    const events = [
      on('past', '2026-11-30T23:59:59Z'),
      on('later', '2026-12-24T00:00:00Z'),
      on('soon', '2026-12-02T00:00:00Z'),
    ]
    expect(names(heroEvents(events, NOW))).toEqual(['soon', 'later'])
  })

  it('are shown for 5 seconds each', () => {
    expect(HERO_ROTATION_MILLISECONDS).toBe(5000)
  })

  it('the hero shows five events at most', () => {
    const events = Array.from({ length: 8 }, (_, day) => on(`${day}`, `2026-12-1${day}T00:00:00Z`))
    expect(names(heroEvents(events, NOW))).toEqual(['0', '1', '2', '3', '4'])
  })

  it('the hero also shows an event that is sold out, or not on sale yet', () => {
    const next = (['sold_out', 'not_yet', 'available'] as const).map((status, day) =>
      anEvent({ name: status, date: `2026-12-1${day}T00:00:00Z`, status }),
    )
    expect(names(heroEvents(next, NOW))).toEqual(['sold_out', 'not_yet', 'available'])
  })

  it('the hero leaves out an event that was called off', () => {
    const calledOff = { date: '2026-12-03T00:00:00Z', status: 'sold_out', sessionCount: 0 } as const
    const events = [anEvent({ name: 'off', ...calledOff }), on('soon', '2026-12-04T00:00:00Z')]
    expect(names(heroEvents(events, NOW))).toEqual(['soon'])
  })

  it('the hero shows the first events of the list if none is upcoming', () => {
    const events = [on('b', '2020-01-02T00:00:00Z'), on('a', '2020-01-01T00:00:00Z'), on('c', null)]
    expect(names(heroEvents(events, NOW))).toEqual(['b', 'a', 'c'])
  })

  it('the hero leaves out an event without a date', () => {
    const events = [on('someday', null), on('soon', '2026-12-02T00:00:00Z')]
    expect(names(heroEvents(events, NOW))).toEqual(['soon'])
  })
})

describe('turning by itself', () => {
  const free: RotationState = {
    count: 3,
    isPaused: false,
    isHovered: false,
    hasFocus: false,
    isTabHidden: false,
    prefersStill: false,
  }

  it('the hero rotates while nothing stops it', () => {
    expect(mayRotate(free)).toBe(true)
  })

  it.each([
    ['is paused', { isPaused: true }],
    ['is hovered', { isHovered: true }],
    ['has the focus', { hasFocus: true }],
    ['is in a hidden tab', { isTabHidden: true }],
    ['is seen under reduced motion', { prefersStill: true }],
    ['has one slide', { count: 1 }],
  ])('stops when it %s', (_, part) => {
    expect(mayRotate({ ...free, ...part })).toBe(false)
  })
})

describe('slides', () => {
  it('the slides wrap around at both ends', () => {
    expect([slideFrom(4, 1, 5), slideFrom(0, -1, 5), slideFrom(2, 1, 5)]).toEqual([0, 4, 3])
  })

  it('the current slide follows from the scroll position', () => {
    expect([0, 290, 310, 600, 9000, -40].map((left) => slideAt(left, 600, 5))).toEqual([
      0, 0, 1, 1, 4, 0,
    ])
  })

  it('the first slide is current while the row has no width', () => {
    expect(slideAt(100, 0, 5)).toBe(0)
  })
})
