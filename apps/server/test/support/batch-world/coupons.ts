import type { WorldAggregate } from './wanted.ts'

export const coupons: WorldAggregate<'coupons'> = {
  read(world, wanted) {
    const [useIds, cartIds] = [wanted.of('couponUseIds'), wanted.of('couponCartIds')]
    const payable = wanted.of('payableCartIds')
    const claims = world.couponUses.filter(({ state }) => state === 'claimed')
    const named = world.couponUses.filter(({ id }) => useIds.has(id))
    const changing = claims.filter(({ cartId }) => cartIds.has(cartId))
    const priced = claims.filter(({ cartId }) => payable.has(cartId))
    const codeIds = wanted.of('couponCodeIds')
    for (const { codeId } of [...named, ...changing]) codeIds.add(codeId)
    const counts = (holdId: string) =>
      world.holds.some((h) => h.id === holdId && h.state === 'held' && h.reclaimAt > world.now)
    const codes = world.couponCodes.filter(({ id }) => codeIds.has(id))
    // Expired claims are read only if the batch might take the last use.
    const scarce = new Set(codes.filter(({ room }) => room < wanted.operations).map(({ id }) => id))
    const expired = claims
      .filter(
        ({ codeId, holdId, claimedUntil }) =>
          scarce.has(codeId) && (claimedUntil <= world.now || !counts(holdId)),
      )
      .map((use) => ({ ...use, hasExpired: true }))
    return {
      codes,
      uses: [...named, ...changing, ...priced, ...expired],
    }
  },
  write(world, { coupons: { usedUp, judgedClaims, newUses, usageDeltas } }) {
    const useOf = (id: string) => world.couponUses.find((each) => each.id === id)
    for (const { id, state } of usedUp) {
      const use = useOf(id)
      if (use) use.state = state
    }
    for (const judged of judgedClaims) {
      const use = useOf(judged.id)
      if (use) Object.assign(use, structuredClone(judged))
    }
    world.couponUses.push(...structuredClone(newUses))
    for (const { id, delta } of usageDeltas) {
      const code = world.couponCodes.find((each) => each.id === id)
      if (code) code.room -= delta
    }
  },
}
