/** A promise with what settles it. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}

/**
 * A promise that its maker settles: `Promise.withResolvers`, which browsers that buyers still have do not
 * know (Safari before 17.4, Chrome before 119).
 */
export function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return Object.assign({ promise }, settle as Omit<Deferred<T>, 'promise'>)
}
