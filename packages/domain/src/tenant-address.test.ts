import { describe, expect, test } from 'vitest'
import {
  brandSegmentOf,
  hostNameOf,
  isBrandSlug,
  isMainHost,
  isPlatformPath,
  RESERVED_SEGMENTS,
  subdomainOf,
} from './tenant-address.ts'

describe('the subdomain that a host names', () => {
  test.each([
    ['harbor.example.com', 'harbor'],
    ['HARBOR.Example.COM', 'harbor'],
    ['harbor.example.com:8080', 'harbor'],
    ['harbor.example.com.', 'harbor'],
    ['harbor.eu.example.com', 'harbor'],
    // Subdomains can be tried out on any machine.
    ['harbor.localhost', 'harbor'],
    ['harbor.localhost:3000', 'harbor'],
  ])('%s is %s', (host, subdomain) => {
    expect(subdomainOf(host, [])).toBe(subdomain)
  })

  test.each([
    'example.com',
    'localhost',
    'localhost:3000',
    'www.example.com',
    '127.0.0.1',
    '10.1.2.3:3000',
    '[::1]',
    '[::1]:3000',
    '',
  ])('%j is a main host', (host) => {
    expect(subdomainOf(host, [])).toBeNull()
  })

  test('the known main host names no subdomain, and a host below it does', () => {
    const main = ['tickets.example.com']
    expect(subdomainOf('tickets.example.com', main)).toBeNull()
    expect(subdomainOf('Tickets.Example.com:443', main)).toBeNull()
    expect(subdomainOf('harbor.tickets.example.com', main)).toBe('harbor')
  })
})

describe('a host that names no subdomain', () => {
  const main = ['example.com']

  test.each([
    'example.com',
    'EXAMPLE.com:443',
    'www.example.com',
    '10.1.2.3',
    '[::1]:3000',
    'web',
    '',
  ])('%j is a host of the product', (host) => {
    expect(isMainHost(host, main)).toBe(true)
  })

  test.each(['roxy.com', 'www.roxy.com', 'example.org'])('%s belongs to no tenant', (host) => {
    expect(isMainHost(host, main)).toBe(false)
  })

  test('belongs to the product if no main host is configured', () => {
    expect(isMainHost('roxy.com', [])).toBe(true)
  })

  test('belongs to the product without www too if the main host has www', () => {
    expect(isMainHost('example.com', ['www.example.com'])).toBe(true)
  })
})

test.each([
  ['Tickets.Roxy.COM:8443', 'tickets.roxy.com'],
  ['tickets.roxy.com.', 'tickets.roxy.com'],
])('the name of host %s is %s', (host, name) => {
  expect(hostNameOf(host)).toBe(name)
})

describe('a page of the platform', () => {
  test.each([
    '/landing',
    '/status?x=1',
    '/Status/',
    '/status.json',
    '/documentation/operations#backups',
    '/privacy',
    '/terms',
    '/api/platform/pages/terms',
  ])('%s is one', (path) => {
    expect(isPlatformPath(path)).toBe(true)
  })

  test.each([
    '/',
    '',
    '/pages/privacy',
    '/events',
    '/harbor/status',
    '//status',
    '/statuses',
    '/api/pages/terms',
  ])('%j is none', (path) => {
    expect(isPlatformPath(path)).toBe(false)
  })
})

describe('the brand that a path names', () => {
  test.each([
    ['/harbor', 'harbor'],
    ['/harbor/', 'harbor'],
    ['/harbor/events-api/5', 'harbor'],
    ['/Harbor?x=1', 'harbor'],
    ['/harbor-2#top', 'harbor-2'],
    ['/a', 'a'],
  ])('%s is %s', (path, brand) => {
    expect(brandSegmentOf(path)).toBe(brand)
  })

  test.each([
    '/',
    '',
    '//harbor',
    '/favicon.ico',
    '/%68arbor',
    '/-harbor',
    '/har bor',
    '/ha_rbor',
    '/håfen',
    `/${'a'.repeat(64)}`,
    '/..',
    'harbor',
  ])('%j names none', (path) => {
    expect(brandSegmentOf(path)).toBeNull()
  })

  test.each([...RESERVED_SEGMENTS])('/%s is a page of the product', (segment) => {
    expect(brandSegmentOf(`/${segment}`)).toBeNull()
    expect(brandSegmentOf(`/${segment.toUpperCase()}/1`)).toBeNull()
  })

  test('an event’s id is never a brand: its address leads to the event', () => {
    const id = 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'
    expect(brandSegmentOf(`/${id}`)).toBeNull()
    expect(isBrandSlug(id)).toBe(false)
    expect(isBrandSlug('harbor')).toBe(true)
    expect(isBrandSlug('checkout')).toBe(false)
  })

  test('the reserved segments include every first segment that the specification names', () => {
    const specified =
      'events events-api event checkout checkout-api checkout-alt checkout-test testflow cart ' +
      'confirmation auth api admin order order-confirmation order-tickets manage-order ' +
      'manage-orders reschedule-checkout upgrade-checkout waiver coupons landing privacy terms ' +
      'documentation'
    expect(RESERVED_SEGMENTS).toEqual(expect.arrayContaining(specified.split(' ')))
  })

  test.each(['/api', '/api/events', '/admin', '/admin/login'])('%s names no brand', (path) => {
    expect(brandSegmentOf(path)).toBeNull()
  })

  test('no segment is reserved twice', () => {
    expect(new Set(RESERVED_SEGMENTS).size).toBe(RESERVED_SEGMENTS.length)
  })
})
