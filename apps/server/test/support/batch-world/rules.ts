import type { WorldAggregate } from './wanted.ts'

export const rules: WorldAggregate<'rules'> = {
  read(world, wanted) {
    const isJudging = wanted.of('judgedCartIds').size > 0
    const carts = ['cartIds', 'payableCartIds', 'couponCartIds'] as const
    const named = carts.map((kind) => wanted.of(kind))
    return {
      rules: isJudging ? world.rules : [],
      classes: isJudging ? world.classes : new Map(),
      waivesSmallTotals: isJudging && world.waivesSmallTotals,
      frozen: world.cartRules.filter(({ cartId }) => named.some((ids) => ids.has(cartId))),
    }
  },
  write(world, { rules: { frozen, uses } }) {
    const changed = new Set(frozen.map(({ cartId }) => cartId))
    world.cartRules = [
      ...world.cartRules.filter(({ cartId }) => !changed.has(cartId)),
      ...structuredClone(frozen),
    ]
    world.ruleUses.push(...uses)
  },
}
