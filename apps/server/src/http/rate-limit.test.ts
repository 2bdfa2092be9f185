import { describe, expect, test } from 'vitest'
import { createRateLimit, networkOf } from './rate-limit.ts'

describe('tries of an address', () => {
  const limited = (perMinute: number) => {
    let at = 0
    const tryOnce = createRateLimit(perMinute, () => at)
    return {
      tryOnce,
      wait: (seconds: number) => {
        at += seconds * 1000
      },
    }
  }

  test('are refused beyond the limit, with how long to wait', () => {
    const { tryOnce, wait } = limited(2)
    expect(tryOnce('192.0.2.1')).toEqual({
      refusal: null,
      headers: ['x-ratelimit-limit', '2', 'x-ratelimit-remaining', '1', 'x-ratelimit-reset', '60'],
    })
    wait(20)
    expect(tryOnce('192.0.2.1').headers).toContain('0')
    const { refusal, headers } = tryOnce('192.0.2.1')
    expect(refusal).toEqual({
      code: 'rate_limited',
      message: 'Too many tries. Please wait 40 seconds and try again.',
    })
    expect(headers.slice(-2)).toEqual(['retry-after', '40'])
  })

  test('are free again when the minute of the first of them is over, and not before', () => {
    const { tryOnce, wait } = limited(1)
    tryOnce('192.0.2.1')
    wait(59)
    expect(tryOnce('192.0.2.1').refusal?.message).toContain('1 second and')
    wait(1)
    expect(tryOnce('192.0.2.1').refusal).toBeNull()
    expect(tryOnce('192.0.2.1').refusal).not.toBeNull()
  })

  test('are no other address’s', () => {
    const { tryOnce } = limited(1)
    tryOnce('192.0.2.1')
    expect(tryOnce('192.0.2.2').refusal).toBeNull()
    expect(tryOnce('192.0.2.1').refusal).not.toBeNull()
  })

  test('are not forgotten, however many other addresses try meanwhile', () => {
    const { tryOnce } = limited(2)
    tryOnce('192.0.2.1')
    for (let other = 0; other < 4000; other += 1) tryOnce(`10.0.${other >> 8}.${other & 255}`)
    tryOnce('192.0.2.1')
    for (let other = 0; other < 4000; other += 1) tryOnce(`10.1.${other >> 8}.${other & 255}`)
    expect(tryOnce('192.0.2.1').refusal).not.toBeNull()
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
