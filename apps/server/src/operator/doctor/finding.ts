/** `skipped`: the check is not possible from here, or an earlier check failed. */
type Status = 'ok' | 'warning' | 'failed' | 'skipped'

/** The result of one check of a deployment. */
export interface Finding {
  /** A stable name for machines, such as 'database.clock'. */
  name: string
  status: Status
  /** One sentence about the state, without secrets. */
  what: string
  /** What the operator must do; null if nothing. */
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
