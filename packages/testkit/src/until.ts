/** Waits for a condition, checked every 20 ms; fails with the last value seen. Replaces sleeps. */
export async function until<T>(
  look: () => Promise<T>,
  isMet: (seen: T) => boolean,
  timeoutMilliseconds = 30_000,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMilliseconds
  for (;;) {
    const seen = await look()
    if (isMet(seen)) return seen
    if (Date.now() > giveUpAt) {
      throw new Error(`Still not met after ${timeoutMilliseconds} ms: ${JSON.stringify(seen)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
