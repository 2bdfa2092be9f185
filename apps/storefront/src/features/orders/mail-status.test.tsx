import type { OrderView } from '@foyer/contract'
import { MAIL_KINDS } from '@foyer/domain'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { anOrderView } from '../../../test/carts-and-orders.ts'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { MailStatus } from './mail-status.tsx'

/** The text that a buyer reads for a mail in this state, without tags. */
function shown(part: Partial<NonNullable<OrderView['mail']>>): string {
  const { app, queryClient } = aContext()
  const order = anOrderView()
  const mail = {
    kind: 'confirmation' as const,
    status: 'sent' as const,
    to: 'ana@example.com',
    at: '2026-05-01T10:00:00.000Z',
    problem: null,
    ...part,
  }
  const page = (
    <AppProvider app={app}>
      <QueryClientProvider client={queryClient}>
        <MailStatus order={{ ...order, mail }} credential={{}} />
      </QueryClientProvider>
    </AppProvider>
  )
  return renderToStaticMarkup(page).replace(/<[^>]+>/g, '')
}

it.each([
  ['queued', 'Your confirmation is on its way to ana@example.com.'],
  [
    'held_back',
    'Your confirmation to ana@example.com waits, because this address got many mails within a short time. It is sent by itself later.',
  ],
  ['sent', 'Your confirmation was sent to ana@example.com.'],
] as const)('a mail that is %s has a sentence that says so', (status, words) => {
  expect(shown({ status })).toBe(words)
})

it.each(['bounced', 'failed', 'suppressed'] as const)(
  'a mail that is %s comes with its reason and a way to have it sent again',
  (status) => {
    expect(shown({ status, problem: 'Too many mails.' })).toBe(
      'Your confirmation could not be delivered to ana@example.com. Too many mails.Send again',
    )
  },
)

it('each kind of mail has a name of its own', () => {
  const texts = MAIL_KINDS.map((kind) => shown({ kind }))
  expect(new Set(texts).size).toBe(MAIL_KINDS.length)
  expect(texts).toContain('The mail about your refund was sent to ana@example.com.')
})
