/** `skipped`: it cannot be seen from here, or something before it failed. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped'

/** What one check of a deployment found. */
export interface Finding {
  /** Stable, for machines: 'database.clock'. */
  name: string
  status: Status
  /** What is there, in a sentence without secrets. */
  what: string
  /** What the operator does about it; null where nothing is to be done. */
  todo: string | null
}

export const ok = (name: string, what: string): Finding => ({
  name,
  status: 'ok',
  what,
  todo: null,
})
export const skipped = (name: string, what: string): Finding => ({
  name,
  status: 'skipped',
  what,
  todo: null,
})
export const warning = (name: string, what: string, todo: string): Finding => ({
  name,
  status: 'warning',
  what,
  todo,
})
export const failed = (name: string, what: string, todo: string): Finding => ({
  name,
  status: 'failed',
  what,
  todo,
})
