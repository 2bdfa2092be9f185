import { describe, expect, it } from 'vitest'
import {
  mailboxOf,
  mailProblem,
  mailRetrySeconds,
  mailTrySeconds,
  mayBeHeldBack,
} from './mail-delivery.ts'
import { MAIL_KINDS } from './mails.ts'

it('a failed mail waits twice as long after each failure, and never longer than an hour', () => {
  expect([1, 2, 3, 8, 9, 40].map(mailRetrySeconds)).toEqual([20, 40, 80, 2560, 3600, 3600])
})

it('a mail with a code is given up once the code has expired, any other mail after a day', () => {
  expect(mailTrySeconds('lookup_code')).toBe(600)
  expect(mailTrySeconds('confirmation')).toBe(86_400)
})

it('a mail may be delayed by the limit of its recipient unless it is about a payment', () => {
  const waiting = (isPaid: boolean, isResend: boolean) =>
    MAIL_KINDS.filter((kind) => mayBeHeldBack({ kind, isPaid, isResend }))
  const free = ['reschedule', 'lookup_code', 'waiver_link', 'payment_trouble']
  const unpaid = new Set(['confirmation', 'cancellation', ...free])
  expect(waiting(true, false)).toEqual(free)
  expect(new Set(waiting(true, true))).toEqual(unpaid)
  expect(new Set(waiting(false, false))).toEqual(unpaid)
})

it.each([
  ['ada@example.com', 'ada@example.com'],
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['ada@sub.example.com', 'ada@sub.example.com'],
  ['', '@'],
])('%s counts as %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

describe('why a mail did not arrive', () => {
  const bounced = (lastError: string | null) =>
    mailProblem({ state: 'bounced', recipient: 'ada@example.com', lastError })

  it.each([
    [
      '550 5.1.1 <ada@example.com>: Recipient address rejected',
      'There is no such address at example.com.',
    ],
    ['552-5.2.2 The recipient is out of storage', 'The mailbox is full.'],
    ['550 5.2.1 The account is disabled', 'The mailbox is closed.'],
    ['554 5.7.1 Message blocked', 'The mail server of example.com did not accept it.'],
    ['550 no', 'The mail server of example.com did not accept it.'],
    [null, 'The mail server of example.com did not accept it.'],
  ])('%s', (lastError, words) => {
    expect(bounced(lastError)).toBe(words)
  })

  it('is not shown while the mail may still arrive', () => {
    const mail = { recipient: 'ada@example.com', lastError: '451 4.3.0 try later' }
    expect(mailProblem({ ...mail, state: 'queued' })).toBeNull()
    expect(mailProblem({ ...mail, state: 'held_back' })).toBeNull()
    expect(mailProblem({ ...mail, state: 'sent' })).toBeNull()
    expect(mailProblem({ ...mail, state: 'suppressed' })).toMatch(/^Too many mails/)
    expect(mailProblem({ ...mail, state: 'failed' })).toMatch(/could not be reached/)
  })
})
