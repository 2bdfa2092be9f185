/**
 * Returns the result of `fetch`. If it fails without a connection, it is repeated once the
 * connection is back. Null if it fails with a connection, or if it is no longer wanted
 * (`isWanted`).
 */
export async function whenConnected<T>(
  fetch: () => Promise<T>,
  isWanted: () => boolean,
): Promise<T | null> {
  const wasConnected = navigator.onLine
  const had = await fetch().catch(() => null)
  if (had !== null || (wasConnected && navigator.onLine)) return had
  await connection()
  return isWanted() ? whenConnected(fetch, isWanted) : null
}

/** Resolves at once if the browser reports a connection. */
const connection = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })
