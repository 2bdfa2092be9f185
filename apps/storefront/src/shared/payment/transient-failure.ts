import { ApiError } from '@foyer/contract'

/** A failure that may pass by itself: no connection, an overloaded server, a provider out of reach. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429
