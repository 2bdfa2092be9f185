import * as z from 'zod/mini'
import { currency, instant, uuid } from './fields.ts'
import { beyondBuyers, changeQuoteSchema } from './quotes.ts'
import { policyTermsSchema } from './reschedule-options.ts'

const upgradeTicketSchema = z.object({
  id: uuid,
  number: z.int(),
  ticketTypeId: uuid,
  ticketTypeName: z.string(),
  /** What the ticket was bought at, fees and discount included, in major units. */
  currentPrice: z.number(),
  session: z.object({ id: uuid, startTime: instant, displayName: z.string() }),
  /** False once the ticket was used, its session has begun, or the policy's time is over. */
  canUpgrade: z.boolean(),
  isRedeemed: z.boolean(),
})

const upgradeOptionSchema = z.object({
  /** The session of the tickets: prices differ between sessions. */
  sessionId: uuid,
  fromTicketTypeId: uuid,
  fromTypeName: z.string(),
  toTicketTypeId: uuid,
  toTypeName: z.string(),
  description: z.nullable(z.string()),
  /** What one ticket costs more, upgraded alone; fees and discount included, in major units. */
  priceDifference: z.number(),
  /** Tickets of the new type that are left; null means without limit. */
  availableCapacity: z.nullable(z.int()),
  /** True if every chosen ticket of the type can be upgraded; if none is chosen, whether one can. */
  canUpgrade: z.boolean(),
  /** The chosen tickets of the type and session, which `change` is about. */
  ticketIds: z.array(uuid),
  /** What each of them costs more; null if none is chosen, or if the cents differ. */
  eachMinor: z.nullable(z.int()),
  /** What their upgrade costs, exactly; null if none of them is chosen. */
  change: z.nullable(changeQuoteSchema),
  beyondBuyers,
})
export type UpgradeOption = z.output<typeof upgradeOptionSchema>

export const upgradeOptionsSchema = z.object({
  currency,
  /** The valid tickets of the order, by their numbers. */
  currentTickets: z.array(upgradeTicketSchema),
  /** For each session and type of the tickets: the dearer types, cheapest first. */
  upgradeOptions: z.array(upgradeOptionSchema),
  policy: policyTermsSchema,
})
export type UpgradeOptions = z.output<typeof upgradeOptionsSchema>
