import { invalidRequest } from './errors.ts'
import type { Param } from './params.ts'
import type { Metadata } from './shapes.ts'

/** Stripe's limits: https://docs.stripe.com/metadata#data */
const MAX_KEYS = 50
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500

/** Metadata as sent: an empty value asks to remove the key, `''` for the whole removes all. */
export const metadata: Param<Metadata | null | undefined> = (node, name) => {
  if (node === undefined) return undefined
  if (node === '') return null
  if (typeof node === 'string') throw invalidRequest('Invalid object', { param: name })
  const result: Metadata = {}
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'string')
      throw invalidRequest('Invalid string', { param: `${name}[${key}]` })
    if (key.length > MAX_KEY_LENGTH) {
      throw invalidRequest(
        `Metadata keys can have up to ${MAX_KEY_LENGTH} characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        { param: name },
      )
    }
    if (value.length > MAX_VALUE_LENGTH) {
      throw invalidRequest(
        `Metadata values can have up to ${MAX_VALUE_LENGTH} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        { param: name },
      )
    }
    result[key] = value
  }
  return result
}

/**
 * Applies sent metadata to what is stored, by Stripe's rule: keys merge, empty values delete.
 *
 * @throws ApiError 400 when more than 50 keys would remain.
 */
export function mergeMetadata(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return current
  if (sent === null) return {}
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== '')
  if (merged.length > MAX_KEYS) {
    throw invalidRequest(`Metadata can have up to ${MAX_KEYS} keys`, { param: 'metadata' })
  }
  return Object.fromEntries(merged)
}
