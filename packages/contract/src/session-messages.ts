import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, lines, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** Mails that the team writes to all buyers of a session. */

export const MESSAGE_CHARACTERS = 4000
export const SUBJECT_CHARACTERS = 120
/**
 * How often a shop may write to the buyers of a date within a day. It bounds what a stolen session can
 * send, so that nobody who has to tell their buyers something is asked for a fresh sign-in.
 */
export const MESSAGES_A_DAY = 20

const message = { subject: text(SUBJECT_CHARACTERS), body: lines(MESSAGE_CHARACTERS, 1) }

const sent = z.object({
  id: uuid,
  at: instant,
  subject: z.string(),
  /** How many mails it has, how many the mail server has taken, and how many cannot be delivered. */
  mails: z.int(),
  sent: z.int(),
  failed: z.int(),
})
export type SessionMessage = z.output<typeof sent>

const base = {
  admission: 'finish',
  limits: BACK_OFFICE,
  params: z.object({ sessionId: uuid }),
} as const

export const sessionMessages = {
  listSessionMessages: endpoint({
    ...base,
    method: 'GET',
    path: '/api/admin/sessions/:sessionId/messages',
    access: staffWho('orders.read'),
    summary:
      'The buyers of a session who have a mail address, and the mails that were written to them',
    output: z.object({
      /** Orders with valid tickets of the session. */
      recipients: z.int(),
      /** The newest first. */
      messages: z.array(sent),
    }),
    errors: [...STAFF_ERRORS, 'session_not_found'],
  }),
  mailSession: endpoint({
    ...base,
    method: 'POST',
    path: '/api/admin/sessions/:sessionId/messages',
    isLong: true,
    access: staffWho('orders.change'),
    summary: `Mails all buyers of a session, each once; at most ${MESSAGES_A_DAY} times a day`,
    status: 201,
    body: z.object({
      /** Made by the dialog: a repeated request writes nothing. */
      key: uuid,
      ...message,
    }),
    output: z.object({ mails: z.int() }),
    errors: [...STAFF_ERRORS, 'session_not_found', 'idempotency_conflict', 'rate_limited'],
  }),
} as const
