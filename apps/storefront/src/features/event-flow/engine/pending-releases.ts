/**
 * A release that is still running must not overtake a later hold of the same cart number, so the
 * hold waits for it.
 */
const pending = new Map<string, Promise<number>>()

/** Runs a release; a second one for the same cart joins the first. */
export function releaseOnce(cartId: string, release: () => Promise<number>): Promise<number> {
  const running = pending.get(cartId) ?? release().finally(() => pending.delete(cartId))
  pending.set(cartId, running)
  return running
}

/** Resolves when no release of this cart is running, even if one failed. */
export async function releaseSettled(cartId: string): Promise<void> {
  await pending.get(cartId)?.catch(() => undefined)
}
