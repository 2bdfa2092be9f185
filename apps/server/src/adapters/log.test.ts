import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** The lines that a logger and a child of it write for an entry; Fastify makes such children. */
function logged(entry: object, text = 'it failed'): string {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.warn(entry, text)
  log.child({ reqId: 'call-1' }).warn(entry, text)
  expect(lines).toHaveLength(2)
  return lines.join('')
}

function databaseError(message: string, fields: Partial<pg.DatabaseError>): pg.DatabaseError {
  const error = new pg.DatabaseError(message, 1, 'error')
  return Object.assign(error, fields)
}

test('a database error is logged by code, constraint, table and routine, without its row', () => {
  const text = logged({
    err: databaseError('new row for relation "orders" violates check constraint "orders_total"', {
      code: '23514',
      constraint: 'orders_total',
      table: 'orders',
      routine: 'ExecConstraints',
      detail: 'Failing row contains (PLANTED, 12).',
      where: 'unnamed portal parameter $1 = PLANTED',
      hint: 'PLANTED',
    }),
  })
  expect(text).not.toContain('PLANTED')
  for (const part of ['23514', 'orders_total', '"orders', 'ExecConstraints', 'log.test.ts']) {
    expect(text).toContain(part)
  }
})

test("a value that PostgreSQL could not read is left out of the error's message and stack", () => {
  const text = logged({
    err: databaseError('invalid input syntax for type uuid: "PLANTED"', { code: '22P02' }),
  })
  expect(text).not.toContain('PLANTED')
  expect(text).toContain('invalid input syntax for type uuid')
})

test('properties that a library adds to an error are not logged, at any depth', () => {
  const inner = Object.assign(new Error('no route'), { headers: { cookie: 'PLANTED' } })
  const err = Object.assign(new Error('away', { cause: inner }), {
    client: { password: 'PLANTED' },
    raw: 'PLANTED',
    status: 502,
  })
  const text = logged({ err })
  expect(text).not.toContain('PLANTED')
  expect(text).toContain('no route')
  expect(text).toContain('502')
})

test.each([
  [
    'the words of a mail server',
    { reason: '550 5.1.1 <ada.l+x@mail.example.org>: unknown' },
    'ada',
  ],
  [
    'an address in a message',
    { err: new Error('no user:\nadalovelace@example.org') },
    'dalovelace',
  ],
  ['a query', { url: '/api/orders/1?email=ada%40example.org&token=SECRETTOKEN' }, 'SECRETTOKEN'],
  ['a query in an error', { err: new Error('GET /x?token=SECRETTOKEN failed') }, 'SECRETTOKEN'],
  ['a sign-in', { err: new Error('connect smtp://user:hunter2@mail.example.org') }, 'hunter2'],
  ["the provider's keys", { err: new Error('Invalid API Key: sk_live_51Habc') }, '51Habc'],
  ['what pays an intent', { reason: 'pi_1_secret_abc123 is spent' }, 'abc123'],
])('%s is logged without its secrets', (_, entry, secret) => {
  const text = logged(entry)
  expect(text).not.toContain(secret)
  expect(() =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).not.toThrow()
})

test('scrubbing a long line takes time in proportion to its length', () => {
  const startedAt = performance.now()
  for (const part of ['a', '?', '://', 'a@', '?a=', 'a.']) logged({ reason: part.repeat(20_000) })
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
