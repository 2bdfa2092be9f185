import { describe, expect, test } from 'vitest'
import { brandSegmentOf, RESERVED_SEGMENTS, subdomainOf } from './tenancy.ts'

describe('the subdomain that a host names', () => {
  test.each([
    ['harbor.example.com', 'harbor'],
    ['HARBOR.Example.COM', 'harbor'],
    ['harbor.example.com:8080', 'harbor'],
    ['harbor.example.com.', 'harbor'],
    ['harbor.eu.example.com', 'harbor'],
    // So that subdomains can be tried on any machine.
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

  test('the known main host is nobody, and what is below it is somebody', () => {
    const main = ['tickets.example.com']
    expect(subdomainOf('tickets.example.com', main)).toBeNull()
    expect(subdomainOf('Tickets.Example.com:443', main)).toBeNull()
    expect(subdomainOf('harbor.tickets.example.com', main)).toBe('harbor')
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

  test('the reserved segments of the product are all there', () => {
    const named = [
      'events',
      'events-api',
      'checkout',
      'cart',
      'confirmation',
      'auth',
      'api',
      'admin',
    ]
    expect(RESERVED_SEGMENTS).toEqual(expect.arrayContaining(named))
  })
})
