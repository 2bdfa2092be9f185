/**
 * What `fetch` comes to, asked again once the connection is back where it failed for want of one;
 * null where it failed with a connection, or where it `isWanted` no more by then.
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

/** Resolves at once where there is one as far as the browser knows. */
const connection = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })
