/**
 * Checks of what comes from outside the types: a browser's storage and the details of a refusal.
 * Written by hand, since the contract's validator would add 13 kB gzip to every page.
 */
export type Check<T> = (value: unknown) => value is T

export const isText: Check<string> = (value) => typeof value === 'string'

export const isNumber: Check<number> = (value) => typeof value === 'number'

export const isNullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null || check(value)

export const isListOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check)

/** Checks every field of T. Other fields are ignored. */
export const isShape =
  <T extends object>(checks: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(checks).every(([name, check]) => check(Reflect.get(value, name)))
