import * as z from 'zod/mini'
import { OPENED_ORDER, PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './fields.ts'
import { FILE, READ } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'

/** The output of an endpoint with a `file` type; the response body is its bytes. */
export const fileSchema = z.object({
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  /** In whole seconds; sent as Last-Modified. */
  changedAt: z.optional(z.date()),
})

/** The downloads of an order: tickets, receipts, calendar files and wallet passes. */
export const tickets = {
  getTicketKeys: endpoint({
    method: 'GET',
    path: '/api/tickets/keys',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: "What the signed codes of a tenant's tickets are verified with, also offline",
    output: z.object({
      keys: z.array(
        z.object({
          keyId: z.string(),
          algorithm: z.literal('Ed25519'),
          /** 32 bytes in base64url. */
          publicKey: z.string(),
        }),
      ),
    }),
    errors: [],
  }),
  getWallets: endpoint({
    method: 'GET',
    path: '/api/tickets/wallets',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Which wallets tickets can be kept in here',
    output: z.object({
      apple: z.boolean(),
      google: z.boolean(),
      /** Whether the passes are a demonstration that no phone accepts. */
      isDemo: z.boolean(),
    }),
    errors: [],
  }),
  downloadTickets: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/tickets.pdf',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: FILE,
    summary: 'The tickets of an order to print, one a page',
    params: orderParams,
    query: z.extend(orderCredential, {
      /** The paper size of the tenant's country by default. */
      paper: z.optional(z.enum(['a4', 'letter'])),
      /** Only this ticket of the order, to pass it on. */
      ticketId: z.optional(uuid),
    }),
    file: 'application/pdf',
    output: fileSchema,
    errors: ['order_not_found', 'order_link_ended', 'no_valid_ticket', 'ticket_not_found'],
  }),
  downloadReceipt: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/receipt.pdf',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: FILE,
    summary: 'What an order costs, what was charged and refunded for it, and each of its changes',
    params: orderParams,
    query: orderCredential,
    file: 'application/pdf',
    output: fileSchema,
    errors: ['order_not_found', 'order_link_ended'],
  }),
  getCalendarFile: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/calendar.ics',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: FILE,
    summary: 'The date of an order for a calendar, in the zone of its venue',
    params: orderParams,
    query: orderCredential,
    file: 'text/calendar; charset=utf-8',
    output: fileSchema,
    errors: ['order_not_found', 'order_link_ended', 'no_valid_ticket'],
  }),
  getApplePass: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/tickets/:ticketId/apple-pass',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: FILE,
    summary: 'A ticket as a pass for Apple Wallet',
    params: z.extend(orderParams, { ticketId: uuid }),
    query: orderCredential,
    file: 'application/vnd.apple.pkpass',
    output: fileSchema,
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_not_found',
      'no_valid_ticket',
      'wallet_not_configured',
    ],
  }),
  getGooglePass: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId/google-pass',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: FILE,
    summary: 'The address that saves the tickets of an order to Google Wallet',
    params: orderParams,
    query: orderCredential,
    output: z.object({ saveUrl: z.string() }),
    errors: ['order_not_found', 'order_link_ended', 'no_valid_ticket', 'wallet_not_configured'],
  }),
} as const
