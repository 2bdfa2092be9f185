import { describe, expect, test } from 'vitest'
import { checklistOf, checklistProgress, nextSteps, type ShopFacts } from './checklist.ts'

const NEW_SHOP: ShopFacts = { hasVenue: false, event: null, payments: 'test', hasLogo: false }
const EVENT = {
  hasTicketTypes: true,
  dates: 'sold',
  hasSalesStart: true,
  isPublished: true,
} as const

const inState = (state: string, facts: ShopFacts) =>
  checklistOf(facts).flatMap((line) => (line.state === state ? [line.step] : []))

describe('the checklist', () => {
  test('of a new shop begins with the venue, and the rest waits for it', () => {
    expect(checklistOf(NEW_SHOP)).toEqual([
      { step: 'venue', state: 'missing' },
      { step: 'event', state: 'blocked' },
      { step: 'tickets', state: 'blocked' },
      { step: 'dates', state: 'blocked' },
      { step: 'payments', state: 'done' },
      { step: 'sales', state: 'blocked' },
      { step: 'publish', state: 'blocked' },
      { step: 'live_payments', state: 'advised' },
      { step: 'logo', state: 'advised' },
    ])
  })

  test.each([
    ['event', null],
    ['tickets', { ...EVENT, hasTicketTypes: false, dates: 'none' }],
    ['dates', { ...EVENT, dates: 'none' }],
    ['dates', { ...EVENT, dates: 'past' }],
    ['dates', { ...EVENT, dates: 'unsold' }],
    ['publish', { ...EVENT, isPublished: false }],
  ] as const)('says that %s is missing, and nothing else', (step, event) => {
    const facts = { ...NEW_SHOP, hasVenue: true, event }
    expect(inState('missing', facts)).toEqual([step])
  })

  test('lets no sale wait for advice, and lets every sale wait for payments', () => {
    const facts: ShopFacts = { hasVenue: true, event: EVENT, payments: 'test', hasLogo: false }
    expect([inState('missing', facts), inState('blocked', facts)]).toEqual([[], []])
    expect(inState('missing', { ...facts, payments: 'none' })).toEqual(['payments'])
    expect(inState('advised', { ...facts, payments: 'live', hasLogo: true })).toEqual([])
  })

  test('counts only the steps that are needed', () => {
    expect(checklistProgress(checklistOf(NEW_SHOP))).toEqual({ done: 1, all: 6 })
    const facts = { ...NEW_SHOP, hasVenue: true, event: EVENT, hasLogo: true }
    expect(checklistProgress(checklistOf(facts))).toEqual({ done: 6, all: 6 })
  })

  test.each([
    ['the venue, in a new shop', NEW_SHOP, ['venue']],
    [
      'dates, before anything later',
      { ...NEW_SHOP, event: { ...EVENT, dates: 'none' } },
      ['dates'],
    ],
    [
      'when sales start, before the event is published',
      { ...NEW_SHOP, event: { ...EVENT, hasSalesStart: false, isPublished: false } },
      ['sales', 'publish'],
    ],
    ['nothing, once sales can open', { ...NEW_SHOP, event: EVENT }, []],
  ] as const)('names as next %s', (_, facts, next) => {
    const hasVenue = facts.event !== null
    expect(nextSteps(checklistOf({ ...facts, hasVenue }))).toEqual(next)
  })
})
