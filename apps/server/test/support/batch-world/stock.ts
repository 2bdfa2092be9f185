import type { WorldAggregate } from './wanted.ts'

export const stock: WorldAggregate<'stock'> = {
  read(world, wanted) {
    const sessionIds = wanted.of('sessionIds')
    return {
      sessionIds: [...sessionIds],
      pools: world.pools.filter((pool) => sessionIds.has(pool.sessionId)),
    }
  },
  write(world, { stock: { ledger, deltas, capacities } }) {
    world.ledger.push(...ledger)
    for (const delta of deltas) {
      const pool = world.pools.find(
        (each) => each.sessionId === delta.sessionId && each.poolId === delta.poolId,
      )
      if (!pool) throw new Error('A counter without a row')
      pool.held += delta.held
      pool.sold += delta.sold
    }
    for (const { sessionId, poolId, capacity } of capacities) {
      const pool = world.pools.find(
        (each) => each.sessionId === sessionId && each.poolId === poolId,
      )
      if (pool) pool.capacity = capacity
    }
  },
}

export const offers: WorldAggregate<'offers'> = {
  read(world, wanted) {
    const sessionIds = wanted.of('sessionIds')
    return {
      now: world.now,
      offers: new Map([...world.offers].filter(([id]) => sessionIds.has(id))),
    }
  },
  write() {},
}
