import type { FrozenRule } from '@foyer/domain'
import { expect, test } from 'vitest'
import type { LaneHold } from '../holds/hold-types.ts'
import { RuleBook } from './rule-book.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const BEFORE = new Date('2026-11-28T11:59:00Z')
const EARLY_BIRDS: readonly FrozenRule[] = [
  { ruleId: 'early', name: 'Early birds', combines: false, discounts: [] },
]
const FAMILIES: readonly FrozenRule[] = [
  { ruleId: 'families', name: 'Families', combines: false, discounts: [] },
]

const hold = (id: string, changes: Partial<LaneHold> = {}): LaneHold => ({
  id,
  cart: { id: 'cart', browserId: 'browser', number: '12345' },
  sessionId: 'session',
  ticketTypeId: 'type',
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

const openBook = (frozen: ConstructorParameters<typeof RuleBook>[0]['frozen'] = []) =>
  new RuleBook({ rules: [], classes: new Map(), waivesSmallTotals: false, frozen }, NOW)

test('a cart that a batch holds carries its rules in a hold, and needs no row', () => {
  const book = openBook()
  const made = hold('made')
  book.freezeIn(made, EARLY_BIRDS, [])
  expect(book.on([made])).toMatchObject({ holdId: 'made', judgedAt: NOW, rules: EARLY_BIRDS })
  expect(book.rows().frozen).toEqual([])
})

test('rules of a later line replace those of the cart, also by no rule at all', () => {
  const book = openBook()
  const kept = hold('kept', { createdAt: BEFORE, rules: EARLY_BIRDS })
  const made = hold('made')
  book.freezeIn(made, [], [kept])
  expect(book.on([kept, made])).toMatchObject({ holdId: 'made', rules: [] })
  expect(book.on([kept])).toMatchObject({ holdId: 'kept', rules: EARLY_BIRDS })
})

test('two lines that one batch adds to a cart have the rules of the second', () => {
  const book = openBook()
  const first = hold('first')
  const second = hold('second')
  book.freezeIn(first, EARLY_BIRDS, [])
  book.freezeIn(second, FAMILIES, [first])
  expect(book.on([first, second])).toMatchObject({ holdId: 'second', rules: FAMILIES })
})

test('rules that were judged again at payment count in place of those of the hold', () => {
  const kept = hold('kept', { createdAt: BEFORE, rules: EARLY_BIRDS })
  const again = { cartId: 'cart', judgedAt: BEFORE, rules: EARLY_BIRDS, rulesForEmail: FAMILIES }
  const book = openBook([{ ...again, holdId: 'kept' }])
  expect(book.on([kept])).toMatchObject({ rulesForEmail: FAMILIES })
  const made = hold('made')
  book.freezeIn(made, FAMILIES, [kept])
  expect(book.on([kept, made])).toMatchObject({ holdId: 'made', rules: FAMILIES })
  // They end with the hold that they were judged for.
  const other = openBook([{ ...again, holdId: 'released' }])
  expect(other.on([kept])).toMatchObject({ rules: EARLY_BIRDS, rulesForEmail: null })
})
