import { describe, expect, test } from 'vitest'
import { type DueMailFacts, judgeMails } from './judge-mails.ts'

const WINDOWS = [
  { seconds: 3600, most: 2 },
  { seconds: 86_400, most: 3 },
]
const mail = (id: string, facts: Partial<DueMailFacts> = {}): DueMailFacts => ({
  id,
  kind: 'confirmation',
  recipientKey: 'ada',
  ageSeconds: 0,
  isCounted: false,
  mayBeHeldBack: true,
  ...facts,
})
const judge = (mails: DueMailFacts[], ages: number[] = []) =>
  judgeMails(mails, new Map([['ada', ages]]), WINDOWS)

describe('judging due mails', () => {
  test('sends as many as the windows allow', () => {
    expect(judge([mail('a'), mail('b')])).toEqual({
      release: ['a', 'b'],
      holdBack: [],
      suppress: [],
    })
  })

  test('delays the mails above the limit, each until a different time', () => {
    const { release, holdBack } = judge([mail('a'), mail('b'), mail('c'), mail('d')], [1800])
    expect(release).toEqual(['a'])
    expect(holdBack).toEqual([
      { id: 'b', waitSeconds: 1800 },
      { id: 'c', waitSeconds: 86_400 - 1800 },
      { id: 'd', waitSeconds: 86_400 },
    ])
  })

  test('suppresses a mail that would be useless by the time it may be sent, and does not count it', () => {
    const full = [10, 20, 30]
    const verdict = judge([mail('old', { ageSeconds: 60 }), mail('new')], full)
    expect(verdict).toEqual({
      release: [],
      holdBack: [{ id: 'new', waitSeconds: 86_370 }],
      suppress: ['old'],
    })
    expect(judge([mail('code', { kind: 'lookup_code' })], full).suppress).toEqual(['code'])
  })

  test('sends a mail that may not be delayed even beyond the window, and counts it for the next', () => {
    const paid = mail('paid', { mayBeHeldBack: false })
    expect(judge([paid], [0, 0, 0]).release).toEqual(['paid'])
    expect(judge([paid, mail('free')], [10]).holdBack).toEqual([{ id: 'free', waitSeconds: 3590 }])
  })

  test('sends a mail that is counted already without counting it twice', () => {
    const again = mail('again', { isCounted: true })
    expect(judge([again, mail('next')], [60]).release).toEqual(['again', 'next'])
  })

  test('counts each recipient separately', () => {
    const { release } = judge([mail('a'), mail('b', { recipientKey: 'bob' })], [0, 0])
    expect(release).toEqual(['b'])
  })
})
