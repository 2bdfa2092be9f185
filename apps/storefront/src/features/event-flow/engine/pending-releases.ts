/**
 * A release that is still on its way must not overtake a hold of the same cart number that is
 * placed after it: the hold waits for it here.
 */
const pending = new Map<string, Promise<number>>()

/** Runs a release; a second one of the same cart joins the first. */
export function releaseOnce(cartId: string, release: () => Promise<number>): Promise<number> {
  const running = pending.get(cartId) ?? release().finally(() => pending.delete(cartId))
  pending.set(cartId, running)
  return running
}

/** Resolves once no release of this cart is on its way, however it ended. */
export async function releaseSettled(cartId: string): Promise<void> {
  await pending.get(cartId)?.catch(() => undefined)
}
