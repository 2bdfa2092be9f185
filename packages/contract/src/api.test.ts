import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  api,
  COMMON_ERRORS,
  type Endpoint,
  ERROR_CODES,
  GUEST_ERRORS,
  PERSON_ERRORS,
  STAFF_ERRORS,
  staffApi,
} from './index.ts'

const endpoints = Object.entries<Endpoint>({ ...api, ...staffApi })
const COMMON = new Set<string>(COMMON_ERRORS)

test('no endpoint of the back office has the name of another one', () => {
  expect(Object.keys(staffApi).filter((name) => name in api)).toEqual([])
})

test('no two endpoints share a method and a path', () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(calls).size).toBe(calls.length)
})

test.each(endpoints)('%s declares its path, its summary and its refusals', (_, endpoint) => {
  // The status has the address that monitors look for, and the specification has names like
  // getCouponGroups for calls about coupons.
  expect(endpoint.path).toMatch(
    /^(\/api\/((get|create)[A-Z][A-Za-z]+|[a-z-]+)(\/(:\w+|v1|[a-z-]+(\.[a-z]+)?))*|\/status\.json)$/,
  )
  expect(endpoint.summary).not.toBe('')
  expect(new Set(endpoint.errors).size).toBe(endpoint.errors.length)
  // The call layer alone answers the other common errors, on any endpoint. The editing use cases check
  // more than a schema can, and an upload is a file that its handler reads.
  const answeredByHandlers = ['busy', 'rate_limited', 'validation_failed']
  if (endpoint.upload || endpoint.errors.includes('picture_not_supported')) {
    answeredByHandlers.push('unsupported_media_type', 'payload_too_large', 'malformed_body')
  }
  const common = endpoint.errors.filter((code) => COMMON.has(code))
  expect(answeredByHandlers).toEqual(expect.arrayContaining(common))
  expect(ERROR_CODES).toEqual(expect.arrayContaining([...endpoint.errors]))
  if (endpoint.method === 'GET') expect(endpoint.body).toBeUndefined()
})

test('every call about an order that is managed has its refusal in error.message', () => {
  const managing = endpoints.filter(([, { path }]) => path.startsWith('/api/order-management'))
  expect(managing.length).toBeGreaterThan(10)
  expect(managing.filter(([, { errorShape }]) => errorShape !== 'message')).toEqual([])
})

test('replicas answer nothing that changes anything, or that belongs to one buyer or one order', () => {
  const recent = endpoints.filter(([, { reads }]) => reads === 'recent')
  expect(recent.length).toBeGreaterThan(0)
  for (const [name, { method, access }] of recent) {
    expect([name, method]).toEqual([name, 'GET'])
    expect(['public', 'staff']).toContain(access.kind)
  }
})

test.each(endpoints)('%s checks each part of its path', (_, { path, params }) => {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const checked = params ? Object.keys(z.toJSONSchema(params, JSON_SCHEMA).properties ?? {}) : []
  expect(checked).toEqual(named)
})

test('no public endpoint changes anything', () => {
  const writing = endpoints.filter(([, { method }]) => method !== 'GET')
  const open = writing.filter(([, { access }]) => access.kind === 'public').map(([name]) => name)
  // A quote is requested by POST because a cart does not fit into a URL; it changes nothing. An access
  // code does not belong into a URL, and is spent by an order. What phones report is a line of the log
  // and stored nowhere.
  expect(open).toEqual(['enterAccessCode', 'previewQuote', 'reportPassProblems'])
})

describe('access', () => {
  test.each(endpoints)('%s declares the answer for a caller without the right', (_, endpoint) => {
    const { access, errors, output } = endpoint
    if (access.kind === 'order') {
      expect(errors).toContain('order_not_found')
      expect(errors.includes('order_link_ended')).toBe(access.token !== undefined)
    }
    if (access.kind === 'offered_change') {
      expect(errors).toEqual(expect.arrayContaining(['order_not_found', 'change_link_ended']))
    }
    if (access.kind === 'pass') expect(errors).toContain('pass_not_authorized')
    if (access.kind === 'guest') expect(errors).toEqual(expect.arrayContaining([...GUEST_ERRORS]))
    if (access.kind === 'person') expect(errors).toEqual(expect.arrayContaining([...PERSON_ERRORS]))
    if (access.kind === 'staff') expect(errors).toEqual(expect.arrayContaining([...STAFF_ERRORS]))
    if (access.kind === 'person' || access.kind === 'staff') {
      expect(errors.includes('sign_in_again')).toBe(access.isRecent !== undefined)
    }
    if (access.kind !== 'browser' || access.withoutCookie === 'gets_cookie') return
    if ('refuse' in access.withoutCookie) expect(errors).toContain(access.withoutCookie.refuse)
    else expect(output.safeParse(access.withoutCookie.answer).success).toBe(true)
  })

  test.each(endpoints)('%s names as its credential fields that it checks', (_, endpoint) => {
    const { access } = endpoint
    if (access.kind !== 'order') return
    for (const field of [access.orderId, access.email, access.token]) {
      if (field === undefined) continue
      const [part, name] = field.split('.')
      const schema =
        part === 'params' || part === 'query' || part === 'body' ? endpoint[part] : null
      const checked = schema ? z.toJSONSchema(schema, JSON_SCHEMA).properties : {}
      expect(Object.keys(checked ?? {})).toContain(name)
    }
  })
})

describe('limits', () => {
  test.each(endpoints)(
    '%s limits each caller no tighter than a crowd behind one address needs',
    (_, { limits }) => {
      const { perNetwork, perBrowser = perNetwork, guessesPerNetwork = perNetwork } = limits
      expect(perNetwork).toBeGreaterThanOrEqual(30)
      expect(perBrowser).toBeLessThanOrEqual(perNetwork)
      expect(guessesPerNetwork).toBeLessThanOrEqual(perNetwork)
    },
  )

  test.each(endpoints)('%s names as its target a parameter that it checks', (_, endpoint) => {
    const { perTarget } = endpoint.limits
    const schema = perTarget && endpoint[perTarget.part]
    const checked = schema ? z.toJSONSchema(schema, JSON_SCHEMA).properties : {}
    if (perTarget) expect(Object.keys(checked ?? {})).toContain(perTarget.name)
  })

  test('every call that takes tickets from stock belongs to the sale, and bounds what is held', () => {
    const sale = endpoints.filter(([, { admission }]) => admission === 'sale')
    expect(sale.map(([name]) => name)).toEqual(['holdCart', 'createHold'])
    for (const [, { limits }] of sale) expect(limits.held).toBeDefined()
  })

  test('every call that opens an order by a credential counts guesses, or allows only few calls', () => {
    const opening = endpoints.filter(([, { access }]) => access.kind === 'order')
    for (const [, { limits }] of opening) {
      expect(limits.guessesPerNetwork ?? limits.perNetwork).toBeLessThanOrEqual(60)
    }
  })
})

const JSON_SCHEMA = { io: 'input', unrepresentable: 'any' } as const
