import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { CachedResponse } from './cached-response.ts'
import { createResponseShortcut, type ResponseShortcut } from './response-shortcut.ts'

const anEntry = (): CachedResponse => ({
  status: 200,
  contentType: 'text/plain',
  cacheControl: 'no-cache',
  location: undefined,
  headers: [],
  etag: 'W/"1"',
  plain: Buffer.from('kept'),
  gzip: null,
  brotli: null,
  freshUntil: 1,
  usableUntil: 1,
  subject: undefined,
  since: 0,
})

const FORM = { shared: [], encoding: [], body: Buffer.from('kept') }

const aShortcut = (shortcutBytes = 1024 * 1024) =>
  createResponseShortcut({
    now: () => 0,
    bounds: { shortcutBytes },
    onHit() {},
    needsRouter: () => false,
  })

const requestOf = (url: string, headers: Record<string, string> = {}) =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, headers })

const isAnswered = (shortcut: ResponseShortcut, request: IncomingMessage) =>
  shortcut.answer(request, new ServerResponse(request))

describe('the shortcut before routing', () => {
  test('costs no more when one request is learned again and again, as with a list of tags', () => {
    const shortcut = aShortcut()
    const entry = anEntry()
    shortcut.learn(requestOf('/'), [], entry, FORM)
    const { bytes } = shortcut.load
    for (let turn = 0; turn < 100; turn += 1) shortcut.learn(requestOf('/'), [], entry, FORM)
    expect(shortcut.load).toMatchObject({ bytes, size: 1 })
  })

  test('forgets a response with all the requests that it was learned for', () => {
    const shortcut = aShortcut()
    const entry = anEntry()
    for (const host of ['a', 'b']) shortcut.learn(requestOf('/', { host }), [], entry, FORM)
    expect(isAnswered(shortcut, requestOf('/', { host: 'b' }))).toBe(true)
    shortcut.forget(entry)
    expect(isAnswered(shortcut, requestOf('/', { host: 'b' }))).toBe(false)
    expect(shortcut.load).toMatchObject({ bytes: 0, size: 0 })
  })

  test('loses no other URL because of invented headers for one URL', () => {
    const shortcut = aShortcut(100_000)
    shortcut.learn(requestOf('/honest'), [], anEntry(), FORM)
    const other = anEntry()
    for (let turn = 0; turn < 5000; turn += 1) {
      shortcut.learn(requestOf('/', { 'accept-encoding': `x${turn}` }), [], other, FORM)
    }
    expect(isAnswered(shortcut, requestOf('/honest'))).toBe(true)
    expect(shortcut.load.size).toBeLessThan(20)
  })

  test('evicts the oldest entry for the same number of ordinary entries (control)', () => {
    const shortcut = aShortcut(100_000)
    shortcut.learn(requestOf('/honest'), [], anEntry(), FORM)
    for (let turn = 0; turn < 5000; turn += 1) {
      shortcut.learn(requestOf(`/${turn}`), [], anEntry(), FORM)
    }
    expect(isAnswered(shortcut, requestOf('/honest'))).toBe(false)
    expect(shortcut.load.bytes).toBeLessThanOrEqual(100_000)
  })

  test('does not remember a request of many thousand characters', () => {
    const shortcut = aShortcut()
    shortcut.learn(requestOf('/', { 'accept-encoding': 'x'.repeat(15_000) }), [], anEntry(), FORM)
    expect(shortcut.load.size).toBe(0)
  })
})
