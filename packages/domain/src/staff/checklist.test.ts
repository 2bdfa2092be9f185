import { describe, expect, test } from 'vitest'
import { checklistOf, type ShopFacts } from './checklist.ts'

const NEW_SHOP: ShopFacts = { hasVenue: false, event: null, payments: 'test', hasLogo: false }
const EVENT = { hasTicketTypes: true, dates: 'sold', isPublished: true } as const

const inState = (state: string, facts: ShopFacts) =>
  checklistOf(facts).flatMap((line) => (line.state === state ? [line.step] : []))

describe('the checklist', () => {
  test('of a new shop begins with the venue, and the rest waits for it', () => {
    expect(checklistOf(NEW_SHOP)).toEqual([
      { step: 'venue', state: 'missing' },
      { step: 'event', state: 'blocked' },
      { step: 'tickets', state: 'blocked' },
      { step: 'dates', state: 'blocked' },
      { step: 'publish', state: 'blocked' },
      { step: 'payments', state: 'done' },
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
})
