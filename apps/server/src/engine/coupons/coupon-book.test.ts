import { expect, test } from 'vitest'
import type { LaneHold } from '../holds/hold-types.ts'
import { CouponBook } from './coupon-book.ts'
import type { LaneCouponCode, LaneCouponUse } from './coupon-types.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const CODE: LaneCouponCode = { id: 'ten', code: 'TEN', room: 2, isActive: true, rules: [] }

const use = (changes: Partial<LaneCouponUse> = {}): LaneCouponUse => ({
  id: 'use',
  code: 'TEN',
  codeId: 'ten',
  eventId: 'event',
  ruleId: 'rule',
  discounts: [],
  moreRules: null,
  judgedAt: NOW,
  cartId: 'cart',
  holdId: 'hold',
  state: 'claimed',
  claimedUntil: NOW,
  hasExpired: false,
  ...changes,
})

const hold = (changes: Partial<LaneHold> = {}): LaneHold => ({
  id: 'hold',
  cart: { id: 'cart', browserId: 'browser', number: '12345' },
  sessionId: 'session',
  ticketTypeId: 'ga',
  quantity: 1,
  unitPriceMinor: 3000,
  feeSet: null,
  state: 'held',
  customerIdentifier: null,
  request: null,
  line: 0,
  orderId: null,
  createdAt: NOW,
  expiresAt: NOW,
  reclaimAt: NOW,
  moreTimeKeys: null,
  couponUseId: null,
  rules: null,
  ...changes,
})

test.each([
  ['claimed', 0, true],
  ['returned', 1, true],
  ['returned', 0, false],
  ['spent', 1, false],
] as const)(
  'an order with a use that is %s, of a code with %d left: %s',
  (state, room, expected) => {
    const book = new CouponBook({ codes: [{ ...CODE, room }], uses: [use({ state })] })
    expect(book.canSpend(use({ state }))).toBe(expected)
  },
)

test('a cart has the claim on one of its holds, and no claim on a hold that has ended', () => {
  const book = new CouponBook({ codes: [CODE], uses: [use()] })
  expect(book.claimOn([hold({ id: 'another' }), hold()])).toMatchObject({ id: 'use' })
  expect(book.claimOn([hold({ id: 'another' })])).toBeNull()
  expect(book.claimOn([])).toBeNull()
})

test('a claim that the batch has given back is none, though the hold was read with it', () => {
  const carrying = hold({ couponUseId: 'use' })
  const unread = new CouponBook({ codes: [], uses: [] })
  expect(unread.claimOn([carrying])).toEqual({ widenTo: [], couponUseIds: ['use'] })
  const book = new CouponBook({ codes: [CODE], uses: [use({ hasExpired: true })] })
  expect(book.claimOn([carrying])).toBeNull()
})

test('a code whose count ends where it began is not counted', () => {
  const book = new CouponBook({ codes: [CODE], uses: [use()] })
  const claim = book.useOf('use')
  if (!claim) throw new Error('It was read')
  book.giveBack(claim)
  expect(book.rows().usageDeltas).toEqual([{ id: 'ten', delta: -1 }])
  book.spend(claim, 'order', 1000)
  expect(book.rows()).toMatchObject({
    usageDeltas: [],
    usedUp: [{ id: 'use', state: 'spent', orderId: 'order', discountMinor: 1000 }],
  })
})

test('a claim that is judged again is written, unless the batch has made it: then it is new as a whole', () => {
  const rules = [{ ruleId: 'rule', name: 'Rule', combines: false, discounts: [] }] as const
  const book = new CouponBook({ codes: [CODE], uses: [use({ cartId: 'other', id: 'old' })] })
  book.claim(CODE, { rules, eventId: 'event' }, hold(), { judgedAt: NOW, claimedUntil: NOW })
  for (const cartId of ['cart', 'other']) {
    const claim = book.claimOf(cartId)
    if (claim) book.renew(claim, rules, NOW)
  }
  const { newUses, judgedClaims } = book.rows()
  expect(newUses).toMatchObject([{ cartId: 'cart', holdId: 'hold' }])
  expect(judgedClaims).toMatchObject([{ id: 'old' }])
})

test('a use of a code that the batch has not locked cannot be counted', () => {
  const book = new CouponBook({ codes: [], uses: [use()] })
  expect(() => book.giveBack(use())).toThrow('Coupon code ten is not locked')
})
