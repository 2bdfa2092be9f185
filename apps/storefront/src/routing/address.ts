import { wellFormed } from '@foyer/domain'
/** An address below the tenant's base, query included: '/events-api/{id}?date=2026-11-21'. */
export interface Target {
  to: string
}

/** The parameters of a query as they were typed. */
export type RawSearch = Readonly<Record<string, unknown>>

/** The names after the $ in '/reschedule-checkout/$orderId/$sessionId'. */
type ParamName<Pattern extends string> = Pattern extends `${string}$${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamName<More>
    : Rest
  : never

/** The address of a pattern of the route table. Undefined parameters are left out of its query. */
export function link<Pattern extends string>(
  pattern: Pattern,
  params: Readonly<Record<ParamName<Pattern>, string>>,
  search: object = {},
): Target {
  const filled = Object.entries<string>(params).reduce(
    (path, [name, value]) => path.replace(`$${name}`, () => encodeURIComponent(value)),
    pattern as string,
  )
  return { to: filled + stringifySearch(search) }
}

/**
 * No choice is this long: 20 ticket types take 800 characters. Server and browser ignore longer
 * values, since both must show the same page.
 */
const LONGEST_VALUE = 2000
/** Longer segments match nothing: ids have 36 characters, tokens about 50. */
const LONGEST_SEGMENT = 200

/** Values stay text and are never converted to numbers. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(text)].filter(([, value]) => value.length <= LONGEST_VALUE),
  )

/** The inverse. ':' and ',' are legal in a query and stay readable: 'types=…:2,…:1'. */
export function stringifySearch(search: object): string {
  const pairs = Object.entries(search).flatMap(([name, value]: [string, unknown]) =>
    value === undefined || value === null ? [] : [`${encode(name)}=${encode(String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const encode = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(/%3A/g, ':').replace(/%2C/g, ',')

/**
 * The parts of an address. Split by hand, since the input may not be a valid URL, and '//host' or
 * '/\host' must not lead to another site.
 */
export function splitAddress(text: string) {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return { path, search: parseSearch(query), hash, segments: segmentsOf(path) }
}

/** Returns 'a' and 'b' for '/a//b/'. */
export const segmentsOf = (path: string): string[] =>
  path.replaceAll('\\', '%5C').split('/').filter(Boolean)

/** The parameters of an address that matches a pattern; null if it does not match. */
export function matchPattern(
  pattern: string,
  segments: readonly string[],
): Record<string, string> | null {
  const parts = segmentsOf(pattern)
  if (parts.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? ''
    if (segment.length > LONGEST_SEGMENT) return null
    if (part.startsWith('$')) params[part.slice(1)] = decode(segment)
    else if (part !== segment.toLowerCase()) return null
  }
  return params
}

/** The decoded segment, or the segment itself if its encoding is broken. */
export function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
