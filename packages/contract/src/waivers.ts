import { SIGNATURE_KINDS, WAIVER_LIMITS } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER, type ParticipantAccess } from './access.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, email, instant, text, uuid } from './fields.ts'
import { FILE, ORDER, WAIVER, WAIVER_LINK } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'
import { fileSchema } from './tickets.ts'

/**
 * A participant is a ticket number of an order, and from the second person of a ticket on also which one:
 * '3-2'. A ticket that is replaced keeps its number.
 */
const participantId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,3}(-([2-9]|1\d|20))?$/, "Must be a ticket number, like '3' or '3-2'"))

const participantCredential = z.extend(orderCredential, {
  /** If given, `token` is that of the participant's own link, and nothing else opens the waiver. */
  participant: z.optional(participantId),
})

const participantParams = z.extend(orderParams, { participant: participantId })

/** All participants of an order, or the one whose link it is. */
const OF_ORDER = {
  kind: 'participant',
  orderId: 'params.orderId',
  participant: 'query.participant',
  email: 'query.email',
  token: 'query.token',
} as const satisfies ParticipantAccess

/** The participant named in the path. */
const OF_PARTICIPANT = {
  ...OF_ORDER,
  only: 'params.participant',
} as const satisfies ParticipantAccess

const signatureSchema = z.object({
  kind: z.enum(SIGNATURE_KINDS),
  /** The name as it was typed, or the strokes as an SVG path of whole numbers. */
  value: text(WAIVER_LIMITS.signature, 0),
})

export const waiverSchema = z.object({
  /** The number of the participant's ticket, as text; '3-2' is the second person of ticket 3. */
  id: z.string(),
  ticketNumber: z.int(),
  /** Which of the people that the ticket admits; absent for a ticket of one. */
  place: z.optional(z.int()),
  typeName: z.string(),
  /** Empty until the waiver is signed. */
  name: z.string(),
  /** Empty until the waiver is signed; masked if only the order's link opened it. */
  email: z.string(),
  /** Who signed for a minor; null for an adult. */
  guardianName: z.nullable(z.string()),
  /** Whether the newest text is signed. */
  completed: z.boolean(),
  /** When a text was last signed; also set if that text is no longer the newest. */
  completedAt: z.nullable(instant),
  /** Null until it is signed, and if only the order's link opened it. */
  signature: z.nullable(signatureSchema),
  agreedToTerms: z.boolean(),
  agreedToRisks: z.boolean(),
})
export type WaiverView = z.output<typeof waiverSchema>

const waiverOrderSchema = z.object({
  orderId: uuid,
  eventName: z.string(),
  orderDetails: z.object({
    date: calendarDate,
    /** The start as a time of day in the venue's zone. */
    time: z.string(),
    /** Participants of the order, also if only one of them is shown. */
    quantity: z.int(),
  }),
  /** The newest text; null if the event needs no waiver. */
  text: z.nullable(z.object({ version: z.int(), body: z.string() })),
  waivers: z.array(waiverSchema),
})
export type WaiverOrder = z.output<typeof waiverOrderSchema>

const signBody = z.object({
  /** The version of the text that the participant has read. */
  textVersion: z.int().check(z.gte(1), z.lte(2 ** 31 - 1)),
  name: text(WAIVER_LIMITS.name, 0),
  email,
  /** Given if somebody signs for a minor. */
  guardianName: z.optional(z.nullable(text(WAIVER_LIMITS.name, 0))),
  signature: signatureSchema,
  agreedToTerms: z.boolean(),
  agreedToRisks: z.boolean(),
})

export const waivers = {
  getWaivers: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/waivers',
    access: OF_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'The waiver of an event, and who of an order has signed it',
    params: orderParams,
    query: participantCredential,
    output: waiverOrderSchema,
    errors: ['order_not_found', 'order_link_ended', 'ticket_not_found'],
  }),
  signWaiver: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/waivers/:participant',
    access: OF_PARTICIPANT,
    admission: 'finish',
    limits: WAIVER,
    summary: 'Signs the waiver for one participant, or signs it again',
    params: participantParams,
    query: participantCredential,
    body: signBody,
    output: z.object({ waiver: waiverSchema }),
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_not_found',
      'waiver_not_needed',
      'waiver_incomplete',
      'waiver_text_changed',
    ],
  }),
  sendWaiverLink: endpoint({
    method: 'POST',
    path: '/api/orders/:orderId/waivers/:participant/link',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: WAIVER_LINK,
    summary: 'Mails a participant the link that signs their own waiver',
    params: participantParams,
    query: orderCredential,
    body: z.object({
      email,
      /** For the greeting. */
      name: z.optional(text(WAIVER_LIMITS.name, 0)),
    }),
    output: z.object({ success: z.literal(true), message: z.string() }),
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_not_found',
      'waiver_not_needed',
      'rate_limited',
    ],
  }),
  downloadWaiver: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/waivers/:participant/waiver.pdf',
    access: OF_PARTICIPANT,
    admission: 'finish',
    limits: FILE,
    summary: 'What a participant signed last, as a PDF',
    params: participantParams,
    query: participantCredential,
    file: 'application/pdf',
    output: fileSchema,
    errors: ['order_not_found', 'order_link_ended', 'ticket_not_found', 'waiver_not_signed'],
  }),
} as const
