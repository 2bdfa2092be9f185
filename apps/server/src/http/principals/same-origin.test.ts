import { expect, test } from 'vitest'
import { isFromElsewhere } from './same-origin.ts'

test.each<[string, Record<string, string>, boolean]>([
  ['a client that is no browser', {}, false],
  ['a page of this host', { 'sec-fetch-site': 'same-origin', origin: 'https://t.example' }, false],
  ['an address typed by a person', { 'sec-fetch-site': 'none' }, false],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['a page of a subdomain', { 'sec-fetch-site': 'same-site' }, true],
  ['a page of another host, in an old browser', { origin: 'https://evil.example' }, true],
  ['a page of a subdomain, in an old browser', { origin: 'https://shop.t.example' }, true],
  ['a page without HTTPS', { origin: 'http://t.example' }, true],
  ['a sandboxed page', { origin: 'null' }, true],
])('a request of %s', (_, headers, isElsewhere) => {
  const request = { headers: { host: 't.example', ...headers }, isHttps: true }
  expect(isFromElsewhere(request)).toBe(isElsewhere)
})
