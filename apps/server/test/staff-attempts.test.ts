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
