import type { MoneyContext } from '../../../context.ts'

/** What a look at many things came to. */
export interface Compared {
  /** How many were not where the provider says they are, and now are. */
  settled: number
  /** How many could not be looked at or settled now: the next round tries them again. */
  failed: number
}

/** Of what differs so much is settled side by side. */
const AT_ONCE = 10

/** Settles all of them; one that can't be settled now stops none of the rest. */
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
