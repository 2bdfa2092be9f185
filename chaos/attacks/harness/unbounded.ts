/** A gate that lets everything through, as if there were none. */
export const UNBOUNDED = {
  atOnce: Number.MAX_SAFE_INTEGER,
  waiting: Number.MAX_SAFE_INTEGER,
  perCaller: Number.MAX_SAFE_INTEGER,
  perCallerAtOnce: Number.MAX_SAFE_INTEGER,
  perMinute: Number.MAX_SAFE_INTEGER,
}
