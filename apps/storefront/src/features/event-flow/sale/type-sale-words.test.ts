import { expect, it } from 'vitest'
import { ADULT, CHILD, daily, session } from '../../../../test/day.ts'
import { daySaleWords } from './type-sale-words.ts'

it('a type that others of its event were opened before says when it is sold, not that it is sold out', () => {
  const [offer] = daily(session()).ticketTypes
  if (!offer) throw new Error('The day has a type')
  const dayWith = (part: Partial<typeof offer>) => ({
    ...daily(session()),
    ticketTypes: [{ ...offer, ...part }],
  })
  const early = dayWith({ status: 'not_yet', opens_at: '2026-12-04T15:00:00.000Z' })
  expect(daySaleWords(early, ADULT, 'en-US')).toMatch(/^On sale Fri, Dec 4, 10:00\sAM$/)
  expect(daySaleWords(dayWith({ status: 'closed' }), ADULT, 'en-US')).toBe('Sales closed')
  expect(daySaleWords(dayWith({}), ADULT, 'en-US')).toBeUndefined()
  expect(daySaleWords(dayWith({}), CHILD, 'en-US')).toBeUndefined()
})
