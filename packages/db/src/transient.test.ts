import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isTransient } from './transient.ts'

const refusedWith = (code: string) =>
  Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code })
const failedWith = (code: string) => Object.assign(new Error('failed'), { code })

describe('a temporary error', () => {
  test.each([
    '08006',
    '40001',
    '40P01',
    '53100',
    '53200',
    '53300',
    '25006',
    '58030',
    '57P01',
    '57P02',
    '57P03',
    '25P03',
    '57014',
  ])('is SQLSTATE %s', (code) => expect(isTransient(refusedWith(code))).toBe(true))
  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('is %s', (code) =>
    expect(isTransient(failedWith(code))).toBe(true),
  )
  test('is what the driver says of a connection that ended', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1000 })
    const error = await client.connect().catch((failure) => failure)
    expect(isTransient(error)).toBe(true)
    expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
  })
})

describe('any other error', () => {
  test.each(['22003', '23505', '42P01', '42501', '57P04', 'XX001'])('is SQLSTATE %s', (code) =>
    expect(isTransient(refusedWith(code))).toBe(false),
  )
  test.each([new Error('anything'), failedWith('ENOENT'), 'Connection terminated', null])(
    'is %s',
    (error) => expect(isTransient(error)).toBe(false),
  )
})
