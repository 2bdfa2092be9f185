/**
 * At most one tab of a browser works on the payment of a cart. The browser's own lock also ends when
 * its tab is closed, crashes or leaves for a bank's page. On an insecure address browsers have no
 * locks. Then tabs do not exclude each other, and the provider still charges an intent only once.
 */
const nameOf = (cartId: string) => `foyer-payment-${cartId}`

/** Runs `work` unless another tab has the lock; resolves to whether it ran. */
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
    // A browser that forbids storage also forbids locks.
    await work()
    return true
  }
}

/** Resolves when no other tab has the lock. Rejects when `signal` aborts. */
export async function tabLockReleased(cartId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(nameOf(cartId), { signal }, () => {})
}
