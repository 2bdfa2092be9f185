import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBooks } from '../../../test/support/batch-check.ts'
import { heldBy, holdCart, holdLine, outcomeOf } from '../../../test/support/batch-ops.ts'
import { run, runBatch } from '../../../test/support/batch-world/run-batch.ts'
import {
  EVENT,
  makeWorld,
  passMinutes,
  type World,
  worldOf,
} from '../../../test/support/batch-world/world.ts'
import type { DecidedCart } from '../holds/hold-cart.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { LaneOp } from '../lanes/operation.ts'

let world: World
beforeEach(() => {
  world = makeWorld({ types: { ga: {}, vip: { isHidden: true } } })
})
afterEach(() => checkBooks(world))

type Code = World['accessCodes'][number]

/** By default, a code without limit that unlocks VIP tickets. */
function addCode(changes: Partial<Code> = {}): Code {
  const code: Code = {
    id: 'code',
    eventId: EVENT,
    startsAt: null,
    endsAt: null,
    opensEarly: false,
    typeIds: ['vip'],
    isRevoked: false,
    maxUses: null,
    cartIds: [],
    ...changes,
  }
  world.accessCodes.push(code)
  return code
}

/** Both ways to hold the same tickets. */
const ways = (
  cart: string,
  type: string,
  accessCodeId = 'code',
): LaneOp<LaneHold[] | DecidedCart>[] => [
  holdLine(cart, 1, { type, accessCodeId }),
  holdCart(cart, { [type]: 1 }, { accessCodeId }),
]
const outcomes = (type: string, accessCodeId = 'code') =>
  ways('a', type, accessCodeId).map((op) => outcomeOf(run(structuredClone(world), op)))

describe('a hidden ticket type', () => {
  test('is sold with the code that names it, and is unknown without', () => {
    addCode()
    expect(outcomes('vip')).toEqual(['1 vip', '1 vip'])
    expect(outcomeOf(run(world, holdLine('a', 1, { type: 'vip' })))).toBe('ticket_type_not_found')
  })

  test('stays unknown with a code that does not name it', () => {
    addCode({ typeIds: ['ga'] })
    expect(outcomes('vip')).toEqual(['ticket_type_not_found', 'ticket_type_not_found'])
  })

  test('is held beside one that is open to everybody, in any order', () => {
    const code = addCode({ maxUses: 5 })
    run(world, holdCart('a', { ga: 1, vip: 1 }, { accessCodeId: 'code' }))
    run(world, holdCart('b', { vip: 1, ga: 1 }, { accessCodeId: 'code' }))
    expect([heldBy(world, 'a'), heldBy(world, 'b')]).toEqual(['1 ga + 1 vip', '1 vip + 1 ga'])
    expect(code.cartIds).toEqual(['a', 'b'])
  })
})

describe('a session that is not open yet', () => {
  beforeEach(() => {
    world = makeWorld({ opensInMinutes: 60 })
  })

  test('is opened early by a code for presales', () => {
    addCode({ typeIds: [], opensEarly: true })
    expect(outcomes('ga')).toEqual(['1 ga', '1 ga'])
  })

  test('stays closed with a code that only unlocks', () => {
    addCode({ typeIds: [] })
    expect(outcomes('ga')).toEqual(['sales_not_started', 'sales_not_started'])
  })
})

describe('a code that is needed', () => {
  const NOW = new Date('2026-11-21T12:00:00Z')

  test.each<[string, Partial<Code>]>([
    ['was revoked', { isRevoked: true }],
    ['has ended', { endsAt: NOW }],
    ['has not begun', { startsAt: new Date(NOW.getTime() + 1) }],
    ['is for another event', { eventId: 'another' }],
    ['does not exist', { id: 'other' }],
  ])('is refused if it %s', (_, changes) => {
    addCode(changes)
    expect(outcomes('vip')).toEqual(['access_code_not_valid', 'access_code_not_valid'])
  })

  test('is refused once all of its uses are taken, also within one batch', () => {
    const code = addCode({ maxUses: 2 })
    const holds = ['a', 'b', 'c'].map((cart) =>
      holdLine(cart, 1, { type: 'vip', accessCodeId: 'code' }),
    )
    expect(runBatch(world, holds).map(outcomeOf)).toEqual(['1 vip', '1 vip', 'access_code_used_up'])
    const [, wholeCart] = ways('d', 'vip')
    expect(wholeCart && outcomeOf(run(world, wholeCart))).toBe('access_code_used_up')
    expect(code.cartIds).toEqual(['a', 'b'])
  })

  test('is used once by a cart that is held several times', () => {
    const code = addCode({ maxUses: 1 })
    for (const quantity of [1, 2]) {
      const op = holdCart('a', { vip: quantity }, { accessCodeId: 'code' })
      expect(outcomeOf(run(world, op))).toBe(`${quantity} vip`)
    }
    expect(code.cartIds).toEqual(['a'])
  })
})

describe('a code that is not needed', () => {
  test.each<[string, Partial<Code>]>([
    ['is good', {}],
    ['was revoked', { isRevoked: true }],
    ['is used up', { maxUses: 0 }],
    ['does not exist', { id: 'other' }],
  ])('is neither judged nor used, whether it %s', (_, changes) => {
    const code = addCode(changes)
    expect(outcomes('ga')).toEqual(['1 ga', '1 ga'])
    run(world, holdLine('a', 1, { accessCodeId: 'code' }))
    expect(code.cartIds).toEqual([])
  })

  test.each([
    ['vip', 'ticket_type_not_found'],
    ['ga', '1 ga'],
  ])('changes nothing for %s tickets if none was sent', (type, outcome) => {
    addCode()
    expect(outcomes(type, '')).toEqual([outcome, outcome])
  })

  test('is not blamed for tickets that no code can open', () => {
    addCode({ isRevoked: true })
    passMinutes(world, 1440)
    expect(outcomes('vip')).toEqual(['sales_closed', 'sales_closed'])
  })

  test('is not blamed for a session that does not exist', () => {
    world = worldOf({ other: {} })
    addCode({ isRevoked: true })
    expect(outcomes('ga')).toEqual(['session_not_found', 'session_not_found'])
  })
})
