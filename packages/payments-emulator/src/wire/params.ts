import { invalidRequest } from './errors.ts'
import type { Branch, FormNode } from './form.ts'

/**
 * One parameter: turns what the form has under `name` (nothing, text or a branch) into a value, or
 * throws the error that Stripe answers with.
 */
export type Param<T> = (node: FormNode | undefined, name: string) => T

export type Shape = Record<string, Param<unknown>>
export type Values<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/**
 * Reads a whole form by its shape. Every parameter is optional unless wrapped in `required`.
 *
 * @throws ApiError 400 `parameter_unknown` for a name the shape does not have, and what the
 * parameters throw.
 */
export function readParams<S extends Shape>(form: Branch, shape: S, prefix = ''): Values<S> {
  const label = (key: string) => (prefix ? `${prefix}[${key}]` : key)
  const unknown = Object.keys(form).filter((key) => !Object.hasOwn(shape, key))
  const first = unknown[0]
  if (first !== undefined) {
    const names = unknown.map(label).join(', ')
    const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${names}`
    throw invalidRequest(message, { code: 'parameter_unknown', param: label(first) })
  }
  const entries = Object.entries(shape).map(([key, param]) => [key, param(form[key], label(key))])
  return Object.fromEntries(entries)
}

/** A parameter that must be there and not be empty. */
export function required<T>(param: Param<T | undefined>): Param<T> {
  return (node, name) => {
    const value = param(node, name)
    if (value !== undefined) return value
    throw invalidRequest(`Missing required param: ${name}.`, {
      code: 'parameter_missing',
      param: name,
    })
  }
}

/** A parameter that an empty value unsets: `''` reads as null. */
export function clearable<T>(param: Param<T>): Param<T | null> {
  return (node, name) => (node === '' ? null : param(node, name))
}

/** Text that is not empty, at most `max` characters. */
export function text(max = 5000): Param<string | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined
    if (typeof node !== 'string') throw invalidRequest('Invalid string', { param: name })
    if (node === '') {
      throw invalidRequest(
        `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
        { code: 'parameter_invalid_empty', param: name },
      )
    }
    if (node.length <= max) return node
    throw invalidRequest(
      `Invalid string: ${node.slice(0, 10)}...${node.slice(-5)}; must be at most ${max} characters`,
      { param: name },
    )
  }
}

/** A whole number, at least `min`. */
export function integer(min: number): Param<number | undefined> {
  return (node, name) => {
    const raw = text()(node, name)
    if (raw === undefined) return undefined
    const fail = (message: string) =>
      invalidRequest(message, { code: 'parameter_invalid_integer', param: name })
    if (!/^[+-]?\d{1,15}$/.test(raw)) throw fail(`Invalid integer: ${raw}`)
    const value = Number(raw)
    if (value < min) throw fail(`This value must be greater than or equal to ${min}.`)
    return value
  }
}

/** A share, 0 to 1. */
export const share: Param<number | undefined> = (node, name) => {
  const raw = text()(node, name)
  const value = Number(raw)
  if (raw === undefined) return undefined
  if (value >= 0 && value <= 1) return value
  throw invalidRequest(`Invalid share: ${raw}`, { param: name })
}

export const boolean: Param<boolean | undefined> = (node, name) => {
  const raw = text()(node, name)
  if (raw === undefined) return undefined
  if (raw === 'true' || raw === 'false') return raw === 'true'
  throw invalidRequest(`Invalid boolean: ${raw}`, { param: name })
}

/** One of the given words. */
export function oneOf<T extends string>(...words: readonly T[]): Param<T | undefined> {
  return (node, name) => {
    const raw = text()(node, name)
    if (raw === undefined) return undefined
    const word = words.find((candidate) => candidate === raw)
    if (word !== undefined) return word
    throw invalidRequest(`Invalid ${name}: must be one of ${words.join(', ')}`, { param: name })
  }
}

/** A nested object with its own shape. */
export function object<S extends Shape>(shape: S): Param<Values<S> | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined
    if (typeof node === 'string') throw invalidRequest('Invalid object', { param: name })
    return readParams(node, shape, name)
  }
}

/** A list, given as `name[]=…` or `name[0]=…`. */
export function list<T>(param: Param<T | undefined>): Param<T[] | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined
    if (typeof node === 'string') throw invalidRequest('Invalid array', { param: name })
    const items = Object.entries(node).map(([key, item]) => param(item, `${name}[${key}]`))
    return items.filter((item) => item !== undefined)
  }
}

/**
 * Accepts anything: fields about the browser that Stripe.js sends along and no outcome depends on.
 */
export const ignored: Param<undefined> = () => undefined
