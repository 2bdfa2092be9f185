/** Input in place of something valid. The list is fixed: each entry represents a kind. */

const text = (value: string) => JSON.stringify(value)
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const TEXTS: readonly string[] = [
  '',
  ' ',
  'NaN',
  'Infinity',
  'null',
  '-1',
  '1e309',
  '12345.0',
  '１２３４５',
  'a'.repeat(10_000),
  '💥',
  `🎟️${'👨‍👩‍👧‍👦'.repeat(40)}`,
  `a\u0000b`,
  "'; drop table orders; --",
  `' or '1'='1`,
  '$1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'a\r\nSet-Cookie: foyer_browser=x',
  '0000-01-01',
  '2026-02-30',
  '9999-12-31',
  '-000001-01-01',
  'a@b',
  UNKNOWN_ID,
  `{${UNKNOWN_ID}}`,
]

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** JSON texts, some of which JavaScript itself could not write (1e309). */
export const JSON_GARBAGE: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e308',
  '1e309',
  '-1e309',
  '2147483648',
  '1000000000000000',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '[null]',
  '[[1,2],[3]]',
  '{}',
  '{"length":3}',
  '{"toString":1,"valueOf":null}',
  nested(2000),
  '"\\ud800"',
  ...TEXTS.map(text),
]

/** Replacements for a part of an address: encoded, or malformed. */
export const URL_GARBAGE: readonly string[] = [
  ...TEXTS.map(encodeURIComponent),
  '%00',
  '%2e%2e%2f%2e%2e',
  '%ED%A0%80',
  '%25ZZ',
  ';drop',
]

/** Bodies that are not JSON, or that have misled JSON parsers. */
export const BROKEN_BODIES: readonly (string | Buffer)[] = [
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  'NaN',
  '{"amount":NaN}',
  'a=b',
  '<xml/>',
  '"open',
  '[1,2',
  nested(3000).slice(1),
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"metadata":{"__proto__":{"cartId":"12345"}}}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
]

type Path = readonly (string | number)[]

/** The paths of all values within a value, objects and lists included. */
export function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...at, key]))
  return at.length > 0 ? [at, ...inner] : inner
}

/** The value as JSON, with the value at a path replaced by a JSON text, or left out (null). */
export function mutate(value: unknown, [key, ...rest]: Path, raw: string | null): string {
  if (key === undefined) return raw ?? ''
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isLeftOut = rest.length === 0 && raw === null
  const kept = Object.entries(value).filter(([name]) => !(isLeftOut && name === key))
  const written = kept.map(([name, item]) => [
    name,
    name === key ? mutate(item, rest, raw) : JSON.stringify(item),
  ])
  return Array.isArray(value)
    ? `[${written.map(([, item]) => item).join()}]`
    : `{${written.map(([name, item]) => `${JSON.stringify(name)}:${item}`).join()}}`
}
