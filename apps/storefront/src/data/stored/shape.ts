/**
 * Whether something that was read from a browser's storage still has the shape that this code
 * expects. Written by hand and not with the validator: that is 13 kB gzip for a page that only
 * reads back what it wrote itself. The types keep them complete: a field that the contract gains is
 * a compile error here until it is checked.
 */
export type Check<T> = (value: unknown) => value is T

export const isText: Check<string> = (value) => typeof value === 'string'

export const isNumber: Check<number> = (value) => typeof value === 'number'

export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean'

/** For what is kept for people and never read back. */
export const isAnything: Check<unknown> = (_value): _value is unknown => true

export const isNullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null || check(value)

export const isOptional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined || check(value)

export const isOneOf =
  <const T>(values: readonly T[]): Check<T> =>
  (value): value is T =>
    values.some((known) => known === value)

export const isListOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check)

/** A check for every field of T; fields that nobody asked for are left alone. */
export const isShape =
  <T extends object>(checks: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(checks).every(([name, check]) => check(Reflect.get(value, name)))
