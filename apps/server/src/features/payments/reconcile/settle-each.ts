import type { MoneyContext } from '../../../context.ts'

/** The result of comparing many objects. */
export interface Compared {
  /** How many differed from the provider's state and were settled. */
  settled: number
  /** How many could not be read or settled now: the next round tries them again. */
  failed: number
}

/** How many are settled at the same time. */
const AT_ONCE = 10

/** Settles all of them; one that cannot be settled now does not stop the others. */
export async function settleEach<Item extends { id: string }>(
  { log }: Pick<MoneyContext, 'log'>,
  items: readonly Item[],
  settle: (item: Item) => Promise<boolean>,
): Promise<Compared> {
  const compared = { settled: 0, failed: 0 }
  const settleOne = async (item: Item) => {
    try {
      if (await settle(item)) compared.settled += 1
    } catch (error) {
      compared.failed += 1
      log.warn({ err: error, providerId: item.id }, 'not settled, trying again')
    }
  }
  for (let done = 0; done < items.length; done += AT_ONCE) {
    await Promise.all(items.slice(done, done + AT_ONCE).map(settleOne))
  }
  return compared
}

export const add = (one: Compared, other: Compared): Compared => ({
  settled: one.settled + other.settled,
  failed: one.failed + other.failed,
})
