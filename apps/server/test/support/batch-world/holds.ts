import type { WorldAggregate } from './wanted.ts'

export const holds: WorldAggregate<'holds'> = {
  read(world, wanted) {
    const sessions = wanted.of('sessionIds')
    const [carts, keys] = [wanted.of('cartIds'), wanted.of('requestKeys')]
    const [paymentIds, orderIds] = [wanted.of('paymentIds'), wanted.of('orderIds')]
    const paidFor = world.payments.filter(({ id }) => paymentIds.has(id))
    const holdIds = new Set(paidFor.flatMap((payment) => payment.holdIds))
    const ofCarts = world.holds.filter(
      (hold) =>
        (carts.has(hold.cart.id) && hold.state === 'held') ||
        holdIds.has(hold.id) ||
        orderIds.has(hold.orderId ?? ''),
    )
    const claimOn = (holdId: string) =>
      world.couponUses.find((use) => use.holdId === holdId && use.state === 'claimed')?.id ?? null
    const underKeys = world.holds.filter((hold) => keys.has(hold.request?.key ?? ''))
    const { expiredPerSession } = world
    const expired = [...sessions].flatMap((sessionId) =>
      world.holds
        .filter((hold) => hold.sessionId === sessionId && hold.state === 'held')
        .filter((hold) => hold.reclaimAt <= world.now)
        .toSorted((a, b) => a.reclaimAt.getTime() - b.reclaimAt.getTime())
        .slice(0, expiredPerSession),
    )
    return {
      expiredPerSession,
      // A hold that is needed for several reasons is read several times, as separate rows.
      rows: [
        ofCarts.map((hold) => ({ ...hold, couponUseId: claimOn(hold.id) })),
        underKeys,
        expired,
      ].flatMap((rows) => structuredClone(rows)),
    }
  },
  write(world, { holds: { changes, endedChanges, inserts, extensions } }) {
    const holdOf = (id: string) => world.holds.find((each) => each.id === id)
    for (const { id, state, orderId, reclaimAt } of [...changes, ...endedChanges]) {
      const hold = holdOf(id)
      if (!hold) continue
      Object.assign(hold, { state, orderId, reclaimAt })
      if (state !== 'held') hold.rules = null
    }
    world.holds.push(...structuredClone(inserts))
    for (const { id, expiresAt, reclaimAt, moreTimeKeys } of extensions) {
      const hold = holdOf(id)
      if (hold) Object.assign(hold, { expiresAt, reclaimAt, moreTimeKeys })
    }
  },
}
