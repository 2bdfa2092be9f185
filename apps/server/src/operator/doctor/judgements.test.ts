import { describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '../../features/payments/webhooks/receive-webhook.ts'
import { judgeClock, judgeDurability, judgeWritable } from './database-settings.ts'
import { judgeEndpoints, judgeMode } from './provider.ts'
import { judgeProxies } from './proxies.ts'
import { judgeCertificate } from './public-address.ts'
import { judgeArchiver, judgeFreeSpace } from './storage.ts'

/** Findings that no test can produce on one machine: other clocks, disks, standbys and proxies. */

describe('proxies', () => {
  const LIE = '203.0.113.77'
  const seen = (address: string, forwardedFor: string | null) => ({ address, forwardedFor })

  test.each([
    [
      'one proxy that appends to the header',
      1,
      seen('192.0.2.1', '192.0.2.1'),
      seen('192.0.2.1', `${LIE}, 192.0.2.1`),
    ],
    [
      'one proxy that replaces the header',
      1,
      seen('192.0.2.1', '192.0.2.1'),
      seen('192.0.2.1', '192.0.2.1'),
    ],
    [
      'a chain of two proxies, both trusted,',
      2,
      seen('192.0.2.1', '192.0.2.1, 10.0.0.9'),
      seen('192.0.2.1', `${LIE}, 192.0.2.1, 10.0.0.9`),
    ],
    ['no proxy, with none trusted,', 0, seen('127.0.0.1', null), seen('127.0.0.1', LIE)],
    [
      'a proxy in a trusted network',
      ['10.0.0.0/8'],
      seen('192.0.2.1', '192.0.2.1, 10.0.0.9'),
      seen('192.0.2.1', `${LIE}, 192.0.2.1, 10.0.0.9`),
    ],
  ] as const)('%s is accepted', (_, trusted, plain, lying) => {
    expect(judgeProxies(plain, lying, trusted).status).toBe('ok')
  })

  test.each([
    [
      'a chain of two proxies of which one is trusted',
      1,
      seen('10.0.0.9', '192.0.2.1, 10.0.0.9'),
      seen('10.0.0.9', `${LIE}, 192.0.2.1, 10.0.0.9`),
      'Set TRUSTED_PROXIES=2.',
    ],
    [
      'one proxy although two are trusted',
      2,
      seen('192.0.2.1', '192.0.2.1'),
      seen(LIE, `${LIE}, 192.0.2.1`),
      'Set TRUSTED_PROXIES=1',
    ],
    [
      'a proxy that adds nothing to the header',
      1,
      seen('127.0.0.1', null),
      seen('127.0.0.1', null),
      'Let the proxy append it',
    ],
    [
      'a proxy outside of the trusted networks',
      ['10.0.0.0/8'],
      seen('172.16.0.9', '192.0.2.1, 172.16.0.9'),
      seen('172.16.0.9', `${LIE}, 192.0.2.1, 172.16.0.9`),
      'Add the networks',
    ],
  ] as const)('%s is reported', (_, trusted, plain, lying, todo) => {
    const finding = judgeProxies(plain, lying, trusted)
    expect(finding.status).toBe('failed')
    expect(finding.todo).toContain(todo)
  })
})

describe('the provider', () => {
  const URL = 'https://tickets.example.com/api/stripe/webhook'
  const endpoint = (changes: object) => ({
    url: URL,
    status: 'enabled',
    enabled_events: [...WEBHOOK_EVENTS],
    ...changes,
  })

  test.each([
    [endpoint({}), 'ok', null],
    [endpoint({ enabled_events: ['*'] }), 'ok', null],
    [endpoint({ status: 'disabled' }), 'failed', 'Add or enable'],
    [endpoint({ url: `${URL}/` }), 'failed', 'Add or enable'],
    [
      endpoint({
        enabled_events: [...WEBHOOK_EVENTS].filter((name) => !name.startsWith('refund.')),
      }),
      'failed',
      'Add refund.updated, refund.failed.',
    ],
  ])('with the endpoint %j is %s', (one, status, todo) => {
    const finding = judgeEndpoints([endpoint({ url: 'https://another.example' }), one], URL)
    expect(finding.status).toBe(status)
    expect(finding.todo ?? '').toContain(todo ?? '')
  })

  test('needs both keys of one mode', () => {
    const modeOf = (secretKey: string, publishableKey: string) =>
      judgeMode({ secretKey, publishableKey }).status
    expect(modeOf('sk_live_1', 'pk_live_1')).toBe('ok')
    expect(modeOf('rk_live_1', 'pk_live_1')).toBe('ok')
    expect(modeOf('sk_test_1', 'pk_test_1')).toBe('warning')
    expect(modeOf('sk_live_1', 'pk_test_1')).toBe('failed')
  })
})

describe('the machine and its database', () => {
  test.each([
    [0, 'ok'],
    [-900, 'ok'],
    [1500, 'warning'],
    [-11_000, 'failed'],
  ])('clocks that differ by %i ms are %s', (ms, status) => {
    expect(judgeClock('database.clock', ms).status).toBe(status)
  })

  test.each([
    [100, 'failed'],
    [1000, 'warning'],
    [5000, 'ok'],
  ])('%i MB of free space is %s', (megabytes, status) => {
    expect(judgeFreeSpace('x', megabytes * 1024 * 1024).status).toBe(status)
  })

  test('a standby and switched-off safety are named', () => {
    expect(judgeWritable({ isStandby: true, isReadOnly: 'on' }).what).toContain('standby')
    const off = {
      ...{ fsync: 'off', fullPageWrites: 'off', synchronousCommit: 'on' },
      ...{ standbyNames: '', replicas: 0 },
    }
    expect(judgeDurability(off, false)).toMatchObject({
      status: 'failed',
      what: expect.stringContaining('fsync, full_page_writes: off'),
    })
    expect(judgeDurability(off, true).status).toBe('warning')
  })

  test('a failover that loses nothing is named beside the power cut', () => {
    const durability = {
      ...{ fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on' },
      ...{ standbyNames: '*', replicas: 2 },
    }
    expect(judgeDurability(durability, false)).toMatchObject({
      status: 'ok',
      what: expect.stringContaining('failover'),
    })
  })

  test.each([
    [{ mode: 'off', archived: null, failed: null, hasFailedSince: false }, 'warning'],
    [{ mode: 'on', archived: null, failed: null, hasFailedSince: false }, 'failed'],
    [{ mode: 'on', archived: 90, failed: 60, hasFailedSince: true }, 'failed'],
    [{ mode: 'always', archived: 90, failed: null, hasFailedSince: false }, 'ok'],
  ])('an archiver of %j is %s', (archiver, status) => {
    expect(judgeArchiver(archiver).status).toBe(status)
  })

  test('a certificate that ends soon is a warning', () => {
    const endingIn = (days: number) => ({
      certificateEndsAt: new Date(Date.now() + (days + 0.5) * 86_400_000),
    })
    expect(judgeCertificate(endingIn(30)).status).toBe('ok')
    expect(judgeCertificate(endingIn(5))).toMatchObject({ status: 'warning' })
    expect(judgeCertificate(endingIn(5)).what).toContain('5 more days')
  })
})
