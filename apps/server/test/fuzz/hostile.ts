import fc from 'fast-check'
import { JSON_GARBAGE, URL_GARBAGE } from '../support/garbage.ts'
import { anyText } from './schema-values.ts'

/** JSON texts that replace a value of the contract. */
export const anyJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...JSON_GARBAGE),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  anyText(300).map((text) => JSON.stringify(text)),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double().map(String),
  fc.integer({ min: 1, max: 6000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 3000 }).map((depth) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)),
  fc.integer({ min: 1000, max: 60_000 }).map((length) => JSON.stringify('x'.repeat(length))),
)

/**
 * Parts of an address, correctly encoded or not. They have no space, which would end the target.
 */
export const anyUrlPart: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...URL_GARBAGE.filter((part) => !/[\s#]/.test(part))),
  fc.string({ unit: 'grapheme', maxLength: 80 }).map(encodeURIComponent),
  fc.stringMatching(/^[%a-zA-Z0-9;:@!$'()*+,=\-._~/[\]{}|^`"<>\\]{0,60}$/),
)

/** Ends of an address, with a query or without. */
export const anyQueryEnd: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '&', '&&=&', '&eventId=1&eventId=2', '&a[b][c]=d', '&__proto__[x]=1', '&%'),
  fc.constantFrom('&date=', '&since=1', `&x=${'y'.repeat(7000)}`, '&q=%F0%9F', '?a=b', '%00'),
  anyUrlPart.map((part) => `&x=${part}`),
)

/** Text that a header may contain: Latin-1 without line breaks. */
const anyHeaderText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replaceAll('\x7f', ''))

const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  host: ['', 'localhost', 'main.example.com', '[::1]', 'a..b', 'x'.repeat(300), '127.0.0.1:99999'],
  cookie: ['foyer_browser=', 'foyer_browser=x; foyer_browser=y', '=', ';;;', 'foyer_browser=%00'],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;;',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ],
  'content-length': ['0', '-1', '1', '99999999999', '1e3', ' 5', '+5', '0x10'],
  'transfer-encoding': ['chunked', 'identity', 'gzip, chunked', 'chunked, chunked', 'xchunked'],
  'content-encoding': ['gzip', 'br', 'deflate', 'zstd', 'identity'],
  'accept-encoding': ['gzip', 'br;q=0', '*;q=0', 'identity;q=0', 'gzip;q=x', ','.repeat(500)],
  accept: ['text/html', 'text/event-stream', '*/*;q=0', 'application/xml'],
  'x-forwarded-for': ['1.2.3.4', 'unknown', '::1, 1.2.3.4:99', ','.repeat(300), 'a'.repeat(5000)],
  'x-forwarded-proto': ['https', 'http, https', 'javascript'],
  'x-forwarded-host': ['evil.example', 'main.example.com'],
  forwarded: ['for=1.2.3.4;proto=https', 'for="[::1"', ';;'],
  'idempotency-key': ['', 'a', 'key-1', 'x'.repeat(255), 'x'.repeat(256), 'a b', '\xe9'],
  'if-none-match': ['*', '""', 'W/"x"', '"unclosed', `"${'x'.repeat(3000)}"`],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'last-event-id': ['0', '-1', '99999999999999999999', 'x'],
  'x-tenant-subdomain': ['main', 'nobody', '', '/main/', `b${'/'.repeat(4000)}a`, '../main', '%00'],
  'x-brand-path': ['main', '/main', '//', `${'/'.repeat(8000)}`],
  range: ['bytes=0-1', 'bytes=-', 'bytes=0-99999999999'],
  expect: ['100-continue', '200-ok'],
  upgrade: ['websocket', 'h2c'],
  connection: ['keep-alive', 'upgrade', 'close, host'],
  origin: ['null', 'https://evil.example'],
  authorization: ['Bearer x', 'Basic !!!'],
  purpose: ['prefetch'],
}

export type Header = readonly [name: string, value: string]

/** Headers that no honest client sends. */
export const anyHeader: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.keys(HEADER_VALUES))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(HEADER_VALUES[name] ?? [''])) },
        { weight: 1, arbitrary: anyHeaderText },
      ),
    ),
  )

/** Headers that change where a message ends, so that the server may wait for the rest of it. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'connection'])
export const isFraming = ([name]: Header): boolean => FRAMING.has(name)
