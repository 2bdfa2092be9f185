import { serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import {
  countAttempt,
  countMail,
  forgetAttempts,
  MAILS_OF_A_NETWORK_A_DAY,
} from '../src/engine/staff/attempts.ts'

const server = serverForTests({ jobs: false })

test('tries are counted also while another one at the same moment succeeds and is forgotten', async () => {
  const { context } = server.foyer
  const attempt = async () => {
    const refusal = await countAttempt(context, 'code of somebody')
    await forgetAttempts(context, 'code of somebody')
    return refusal ? 'refused' : 'counted'
  }
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: 10 }, attempt))
    expect(outcomes).toContain('counted')
  }
})

test('mails to strangers are bounded by network and day, over sign-ups, new passwords and invitations', async () => {
  const { context } = server.foyer
  let now = new Date('2031-05-01T23:00:00Z')
  const at = { ...context, clock: () => now }
  const mail = (number: number, network = '192.0.2.7') =>
    countMail(at, { to: `stranger${number}@example.com`, network })
  const first = await Promise.all(
    Array.from({ length: MAILS_OF_A_NETWORK_A_DAY }, (_, n) => mail(n)),
  )
  expect(first.filter((refusal) => refusal !== null)).toEqual([])
  const beyond = await mail(1000)
  expect(beyond?.refusal).toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 3600 },
  })
  expect(await mail(1001, '192.0.2.8')).toBeNull()
  now = new Date('2031-05-02T00:00:00Z')
  expect(await mail(1002)).toBeNull()
})

test('a network that has had all its mails raises the wait of no address', async () => {
  const { context } = server.foyer
  const at = { ...context, clock: () => new Date('2031-06-01T12:00:00Z') }
  const to = 'person@example.com'
  const [full, other] = ['192.0.2.17', '192.0.2.18']
  const before = await Promise.all(
    Array.from({ length: MAILS_OF_A_NETWORK_A_DAY }, (_, n) =>
      countMail(at, { to: `full${n}@example.com`, network: full }),
    ),
  )
  expect(before.filter((refusal) => refusal !== null)).toEqual([])
  for (const what of ['reset', 'mail'] as const) {
    for (let tries = 0; tries < 30; tries += 1) {
      expect(await countMail(at, { to, network: full, what })).not.toBeNull()
    }
    // None of these was counted: the first five mails of an address wait for nothing.
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await countMail(at, { to, network: other, what })).toBeNull()
    }
  }
})

test('a mail that its address has to wait for does not count for the network', async () => {
  const { context } = server.foyer
  const at = { ...context, clock: () => new Date('2031-07-01T12:00:00Z') }
  const network = '192.0.2.27'
  const impatient = { to: 'impatient@example.com', network }
  for (let tries = 0; tries < 5; tries += 1) expect(await countMail(at, impatient)).toBeNull()
  for (let tries = 0; tries < 30; tries += 1) expect(await countMail(at, impatient)).not.toBeNull()
  const others = await Promise.all(
    Array.from({ length: MAILS_OF_A_NETWORK_A_DAY - 5 }, (_, n) =>
      countMail(at, { to: `patient${n}@example.com`, network }),
    ),
  )
  expect(others.filter((refusal) => refusal !== null)).toEqual([])
  expect(await countMail(at, { to: 'last@example.com', network })).not.toBeNull()
})

test('other mails to an address delay no reset, and all of a day are bounded', async () => {
  const { context } = server.foyer
  const begin = Date.parse('2031-08-01T00:00:00Z')
  let seconds = 0
  const at = { ...context, clock: () => new Date(begin + seconds * 1000) }
  const to = 'wanted@example.com'
  const sent = { mail: 0, reset: 0 }
  /** Asks for mails as early as possible for a day, as a stranger who wants to be a nuisance does. */
  const askAllDay = async (what: 'mail' | 'reset', network: string) => {
    for (seconds = 0; seconds < 24 * 60 * 60; ) {
      const refusal = await countMail(at, { to, network, what })
      if (refusal) seconds += Number(refusal.refusal.details?.retryAfterSeconds)
      else sent[what] += 1
    }
  }
  await askAllDay('mail', '192.0.2.37')
  await askAllDay('reset', '192.0.2.38')
  expect(sent).toEqual({ mail: 27, reset: 27 })
})
