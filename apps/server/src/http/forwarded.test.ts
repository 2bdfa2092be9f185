import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createForwarded, isNetwork, type TrustedProxies } from './forwarded.ts'

function requestWith(forwardedFor: string | undefined, peer = '10.0.0.1'): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  return Object.assign(new IncomingMessage(socket), { headers })
}

const addressBehind = (trustedProxies: TrustedProxies, sent?: string, peer?: string) =>
  createForwarded({ trustedProxies, isHttps: true }).addressOf(requestWith(sent, peer))

const SENT = '198.51.100.1, 203.0.113.2 , 192.0.2.3'

describe('proxies counted as hops', () => {
  test.each([
    [0, '10.0.0.1'],
    [1, '192.0.2.3'],
    [2, '203.0.113.2'],
    [3, '198.51.100.1'],
    [4, '198.51.100.1'],
  ])('with %i trusted proxies the client is %s', (hops, address) => {
    expect(addressBehind(hops, SENT)).toBe(address)
  })

  test('the peer of the socket is the client if no proxy adds a header', () => {
    expect(addressBehind(1)).toBe('10.0.0.1')
    expect(addressBehind(2, undefined, '::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1')
  })

  test('an address that the client invents is never trusted', () => {
    for (let made = 0; made < 5; made += 1) {
      const spoofed = `198.51.100.${made}`
      expect(addressBehind(1, `${spoofed}, 192.0.2.3`)).toBe('192.0.2.3')
      expect(addressBehind(2, `${spoofed}, 192.0.2.3, 203.0.113.9`)).toBe('192.0.2.3')
    }
  })
})

describe('proxies named by their networks', () => {
  const NETWORKS = ['10.0.0.0/8', '203.0.113.9', '2001:db8::/32']

  test('the first address from the right that is no trusted proxy is the client', () => {
    expect(addressBehind(NETWORKS, '198.51.100.1, 192.0.2.3, 203.0.113.9')).toBe('192.0.2.3')
    expect(addressBehind(NETWORKS, '192.0.2.3, 2001:db8::7, 10.9.9.9')).toBe('192.0.2.3')
    expect(addressBehind(NETWORKS, '192.0.2.3', '::ffff:10.0.0.1')).toBe('192.0.2.3')
  })

  test('a client that bypasses the proxies is identified by its own socket', () => {
    expect(addressBehind(NETWORKS, '198.51.100.1', '192.0.2.77')).toBe('192.0.2.77')
  })

  test('invented addresses of trusted proxies do not hide the real client', () => {
    expect(addressBehind(NETWORKS, '198.51.100.1, 10.0.0.2, 10.0.0.3, 192.0.2.3, 10.0.0.4')).toBe(
      '192.0.2.3',
    )
  })

  test('a long list of trusted addresses is read for a bounded number of hops', () => {
    const list = Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
    expect(addressBehind(NETWORKS, list.join(','))).toBe('10.0.3.216')
  })
})

describe('the entries that proxies add', () => {
  test.each([
    ['192.0.2.3:5678', '192.0.2.3'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::1', '::1'],
    ['::ffff:192.0.2.3', '::ffff:192.0.2.3'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is read as %s', (sent, address) => {
    expect(addressBehind(1, sent)).toBe(address)
    expect(addressBehind(1, `198.51.100.1,${sent}`)).toBe(address)
  })

  test.each([
    '',
    ' ',
    '192.0.2.3,',
    'unknown',
    '192.0.2',
    '1.2.3.4:x',
    '[]',
    '<script>',
    '_hidden',
  ])("'%s' is not an address, so the socket's is used", (sent) => {
    expect(addressBehind(1, sent)).toBe('10.0.0.1')
    expect(addressBehind(2, `198.51.100.1, ${sent}`)).toBe('10.0.0.1')
  })

  test('the nearest readable address is used if a farther one is garbage', () => {
    expect(addressBehind(2, 'unknown, 192.0.2.3')).toBe('192.0.2.3')
  })
})

test('headers do not decide whether the site is HTTPS', () => {
  expect(createForwarded({ trustedProxies: 1, isHttps: false }).isHttps).toBe(false)
})

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.1', true],
  ['fd00::/8', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['fe80::1%eth0', false],
  ['localhost', false],
  ['', false],
])('%s: network is %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})
