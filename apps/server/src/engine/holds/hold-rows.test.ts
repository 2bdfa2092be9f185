import { randomUUID } from 'node:crypto'
import type { FeeSet } from '@foyer/domain'
import { expect, test } from 'vitest'
import { groupsOf } from './hold-rows.ts'
import type { LaneHold } from './hold-types.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T12:15:00Z')
const FEE: FeeSet = {
  id: randomUUID(),
  name: 'Service fee',
  isActive: true,
  feeType: 'flat',
  flatMinor: 250,
  ratePpm: 0,
}

const hold = (changes: Partial<LaneHold> = {}): LaneHold => ({
  id: randomUUID(),
  cart: { id: randomUUID(), browserId: randomUUID(), number: '12345' },
  sessionId: 'session',
  ticketTypeId: 'type',
  quantity: 1,
  unitPriceMinor: 3000,
  feeSet: FEE,
  state: 'held',
  customerIdentifier: null,
  request: null,
  line: 0,
  orderId: null,
  createdAt: NOW,
  expiresAt: LATER,
  reclaimAt: LATER,
  moreTimeKeys: null,
  couponUseId: null,
  rules: null,
  ...changes,
})

test('holds that share session, type, price, fee and times are one group, in their order', () => {
  const holds = [
    hold({ quantity: 2, request: { key: 'key', hash: 'hash' } }),
    // As an operation makes it: a different object for the same moment.
    hold({ expiresAt: new Date(LATER), reclaimAt: new Date(LATER), customerIdentifier: 'Ada' }),
  ]
  expect(groupsOf(holds)).toEqual([
    {
      session_id: 'session',
      ticket_type_id: 'type',
      unit_price_minor: 3000,
      fee_set: FEE,
      tax_rate: undefined,
      rules: null,
      state: 'held',
      created_at: NOW,
      expires_at: LATER,
      reclaim_at: LATER,
      cart_ids: holds.map(({ cart }) => cart.id),
      ids: holds.map(({ id }) => id),
      browser_ids: holds.map(({ cart }) => cart.browserId),
      cart_numbers: ['12345', '12345'],
      quantities: [2, 1],
      customer_identifiers: [null, 'Ada'],
      request_keys: ['key', null],
      request_hashes: ['hash', null],
      lines: [0, 0],
      order_ids: [null, null],
    },
  ])
})

test.each<[string, Partial<LaneHold>]>([
  ['session', { sessionId: 'other' }],
  ['type', { ticketTypeId: 'other' }],
  ['price', { unitPriceMinor: 3001 }],
  ['fee', { feeSet: null }],
  ['rules', { rules: [] }],
  ['state', { state: 'sold' }],
  ['beginning', { createdAt: LATER }],
  ['end', { expiresAt: NOW }],
  ['grace', { reclaimAt: NOW }],
])('one that differs in its %s is in a group of its own', (_, changes) => {
  const holds = [hold(), hold(changes), hold()]
  const [first, second] = [...groupsOf(holds)].sort((a, b) => b.ids.length - a.ids.length)
  expect(first?.ids).toEqual([holds[0]?.id, holds[2]?.id])
  expect(second?.ids).toEqual([holds[1]?.id])
})

test('no holds make no group', () => {
  expect(groupsOf([])).toEqual([])
})
