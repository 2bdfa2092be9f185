import { ACCOUNT_STAGES, DISPUTE_STAGES, MONEY_FINDING_KINDS, PAYMENT_MODES } from '@foyer/domain'
import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, instant, minorAmount, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/**
 * Where the money of an organizer goes: the account that it has connected at the payment provider, what
 * the provider still wants, and what is paid out.
 */

const accountSchema = z.object({
  /** The provider's id. */
  id: z.string(),
  stage: z.enum(ACCOUNT_STAGES),
  /** Buyers can pay. */
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  /** What the provider asks for, in words, each once. */
  wanted: z.array(z.string()),
  inReview: z.array(z.string()),
  /** When what is wanted is overdue; null without a date. */
  wantedBy: z.nullable(instant),
  country: z.nullable(z.string()),
  currency: z.nullable(currency),
  /** False: no real money moves. */
  isLive: z.boolean(),
  connectedAt: instant,
  /** When the provider was asked last. */
  checkedAt: instant,
  /** What the platform takes of each payment. */
  platformFee: z.object({ ppm: minorAmount, fixedMinor: minorAmount }),
  /** The provider's own site for the account; null if it has none. */
  dashboardUrl: z.nullable(z.string()),
})

const disputeSchema = z.object({
  /** The provider's id. */
  id: z.string(),
  state: z.enum(DISPUTE_STAGES),
  amountMinor: minorAmount,
  currency,
  /** The order that was paid; null if it became none. */
  orderId: z.nullable(uuid),
  paidAt: instant,
  accountId: z.nullable(z.string()),
})

const findingSchema = z.object({
  kind: z.enum(MONEY_FINDING_KINDS),
  /** The payment, the refund, or the provider's id of either. */
  subject: z.string(),
  foundAt: instant,
  /** Null if the database does not have the payment. */
  amount: z.nullable(z.object({ minor: minorAmount, currency })),
  /** Null if the payment became no order. */
  orderId: z.nullable(uuid),
  /** What the provider or the reconciler says of it. */
  reason: z.nullable(z.string()),
})

const moneySchema = z.object({
  /** `own`: payments are made with the keys of the installation, and there is nothing to connect. */
  mode: z.enum(PAYMENT_MODES),
  /** Null: none is connected. */
  account: z.nullable(accountSchema),
  /** Open ones first, then the newest. */
  disputes: z.array(disputeSchema),
  /** What the reconciler found and cannot heal, the oldest first. Disputes are in their own list. */
  findings: z.array(findingSchema),
  /** The last comparison of orders, tickets, payments and ledger; null before the first. */
  audit: z.nullable(z.object({ at: instant, differences: z.int() })),
})
export type Money = z.output<typeof moneySchema>

/** Of a balance it may be below 0. */
const signedAmount = z.int()

const flowSchema = z.object({
  balances: z.array(
    z.object({
      currency,
      /** Can be paid out. */
      availableMinor: signedAmount,
      /** Charged, and not available yet. */
      pendingMinor: signedAmount,
    }),
  ),
  /** The newest first. */
  payouts: z.array(
    z.object({
      id: z.string(),
      amountMinor: signedAmount,
      currency,
      state: z.enum(['pending', 'paid', 'failed']),
      madeAt: instant,
      arrivesAt: instant,
      /** Why it failed, in the provider's words. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type MoneyFlow = z.output<typeof flowSchema>

export const money = {
  getMoney: endpoint({
    method: 'GET',
    path: '/api/admin/money',
    access: staffWho('money.read'),
    reads: 'recent',
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The account that the organizer is paid on, what the provider wants, and disputes',
    output: moneySchema,
    errors: [...STAFF_ERRORS],
  }),
  getMoneyFlow: endpoint({
    method: 'GET',
    path: '/api/admin/money/flow',
    access: staffWho('money.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The balance and the payouts of the account, as the provider has them now',
    output: flowSchema,
    errors: [...STAFF_ERRORS, 'account_not_connected', 'provider_unavailable'],
  }),
  connectAccount: endpoint({
    method: 'POST',
    path: '/api/admin/money/connect',
    access: recentStaffWho('money.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary:
      "The address of the provider's page on which the account is set up; makes the account first if there is none",
    output: z.object({ url: z.string() }),
    errors: [...RECENT_STAFF_ERRORS, 'connect_not_used', 'provider_unavailable'],
  }),
  refreshAccount: endpoint({
    method: 'POST',
    path: '/api/admin/money/refresh',
    access: staffWho('money.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'Asks the provider what the account can do now',
    output: moneySchema,
    errors: [...STAFF_ERRORS, 'account_not_connected', 'provider_unavailable'],
  }),
  disconnectAccount: endpoint({
    method: 'POST',
    path: '/api/admin/money/disconnect',
    access: recentStaffWho('money.change'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary:
      'Ends payments on the account; what was paid on it is still refunded and disputed there',
    body: z.object({ accountId: text(80) }),
    output: moneySchema,
    errors: [...RECENT_STAFF_ERRORS, 'account_not_connected'],
  }),
} as const
