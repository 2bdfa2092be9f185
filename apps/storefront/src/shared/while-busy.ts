import { ApiError } from '@foyer/contract'

/** How long a call is repeated: longer than a failover of the database takes. */
const PATIENCE_MILLISECONDS = 20_000
/** Browsers wait for different times, so that they do not come back all at once. */
const PAUSE_MILLISECONDS = { least: 800, most: 1600 }

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.code === 'busy'

/**
 * Repeats a call for as long as the server answers that it is busy: in an on-sale, while the database
 * fails over, and while an organizer moves. The call must be safe to repeat: whether a commit that was
 * under way in a failover was made is not known. `onBusy` is called once, after the first such answer.
 */
export async function whileBusy<T>(call: () => Promise<T>, onBusy = () => {}): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MILLISECONDS
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      if (tries === 1) onBusy()
    }
    const { least, most } = PAUSE_MILLISECONDS
    await new Promise((resolve) => setTimeout(resolve, least + Math.random() * (most - least)))
  }
}
