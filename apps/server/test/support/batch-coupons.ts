import { expect } from 'vitest'
import type { LaneCouponCode } from '../../src/engine/coupons/coupon-types.ts'
import { off, rule } from './batch-rules.ts'
import type { World } from './batch-world/world.ts'

/** How many uses each code had at first. */
const limits = new Map<string, number>()

/** By default, a code that takes 10.00 off and has one use. */
export function addCode(
  world: World,
  id: string,
  room = 1,
  changes: Partial<LaneCouponCode> = {},
): void {
  const rules = [rule(`rule of ${id}`, [off(1000)])]
  world.couponCodes.push({ id, code: id.toUpperCase(), room, isActive: true, rules, ...changes })
  limits.set(id, room)
}

/** Checks that the uses of every code explain how many of it are left. */
export function checkCoupons(world: World): void {
  for (const { id, room } of world.couponCodes) {
    const taken = world.couponUses.filter(
      ({ codeId, state }) => codeId === id && state !== 'returned',
    )
    expect(room + taken.length).toBe(limits.get(id))
    expect(room).toBeGreaterThanOrEqual(0)
  }
}

/** The codes that a cart has used, each with what became of its use. */
export const usesOf = (world: World, cart: string) =>
  world.couponUses.filter(({ cartId }) => cartId === cart).map(({ code, state }) => [code, state])
