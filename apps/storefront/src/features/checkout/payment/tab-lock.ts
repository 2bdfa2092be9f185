/**
 * At most one tab of a browser works on the payment of a cart. The lock is the browser's own: it
 * also ends with a tab that was closed, crashed or left for a bank's page. A browser without locks
 * (an address that is not secure) goes without: the provider charges one intent once all the same.
 */
const nameOf = (cartId: string) => `foyer-payment-${cartId}`

/** Works unless another tab does; answers whether it did. */
export async function withTabLock(cartId: string, work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) {
    await work()
    return true
  }
  let isDecided = false
  try {
    return await navigator.locks.request(nameOf(cartId), { ifAvailable: true }, async (lock) => {
      isDecided = true
      if (lock) await work()
      return lock !== null
    })
  } catch (error) {
    if (isDecided) throw error
    // A browser that forbids storage forbids locks as well.
    await work()
    return true
  }
}

/** Resolves once no other tab works on it. Rejects when `signal` ends the wait. */
export async function tabLockReleased(cartId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(nameOf(cartId), { signal }, () => {})
}
