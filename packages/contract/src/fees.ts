import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, minorAmount, text, uuid, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** Fee sets and tax rates of an organizer. */

const ratePpm = z.int().check(z.gte(0), z.lte(1_000_000))

const feeFields = {
  feeType: z.enum(['flat', 'percentage']),
  /** Minor units per ticket, in the currency of the event; of a flat fee. */
  flatMinor: z.int().check(z.gte(0), z.lte(1_000_000)),
  /** Parts per million of the price; of a percentage. */
  ratePpm,
  isAbsorbed: z.boolean(),
}

const feeSetFields = {
  name: text(60),
  ...feeFields,
  /** The tax on the fee; null: the default rate. */
  taxRateId: z.nullable(uuid),
}

const taxRateFields = { name: text(60), ratePpm, isInclusive: z.boolean() }

/** What has a fee set or a tax rate: how many things, and the first of them by name. */
const usedBy = z.object({
  count: z.int(),
  first: z.array(
    z.object({
      kind: z.enum(['event', 'ticketType', 'addOn', 'feeSet']),
      name: z.string(),
      /** The event that it belongs to; null for a fee set. */
      eventId: z.nullable(uuid),
      eventName: z.nullable(z.string()),
    }),
  ),
})

const feesSchema = z.object({
  /** The organizer's currency, in which the examples are. */
  currency,
  /** By name; archived ones last. */
  feeSets: z.array(
    z.object({ id: uuid, ...feeSetFields, isArchived: z.boolean(), version, usedBy }),
  ),
  /** By name; archived ones last. */
  taxRates: z.array(
    z.object({
      id: uuid,
      ...taxRateFields,
      isDefault: z.boolean(),
      isArchived: z.boolean(),
      version,
      usedBy,
    }),
  ),
})
export type Fees = z.output<typeof feesSchema>

const change = {
  access: recentStaffWho('settings.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
  output: feesSchema,
} as const

export const fees = {
  listFees: endpoint({
    method: 'GET',
    path: '/api/admin/fees',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The fee sets and tax rates of the organizer, and what has them',
    output: feesSchema,
    errors: [...STAFF_ERRORS],
  }),
  exampleFees: endpoint({
    method: 'POST',
    path: '/api/admin/fees/example',
    access: staffWho('settings.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary:
      'What one ticket costs a buyer with a fee and taxes, and what remains of it; stores nothing',
    body: z.object({
      priceMinor: z.int().check(z.gte(0), z.lte(10_000_000)),
      fee: z.nullable(z.object(feeFields)),
      /** The tax on the price; null: the default rate. */
      priceTax: z.nullable(z.object({ ratePpm, isInclusive: z.boolean() })),
      /** The tax on the fee; null: the default rate. */
      feeTaxRateId: z.nullable(uuid),
    }),
    output: z.object({
      currency,
      priceMinor: minorAmount,
      /** What the buyer pays. */
      totalMinor: minorAmount,
      /** The fee without its tax, whether the buyer pays it or the organizer absorbs it. */
      feeMinor: minorAmount,
      /** All taxes, whether added or included. */
      taxMinor: minorAmount,
      /** What remains for the organizer: total = net + fee + tax. */
      netMinor: minorAmount,
    }),
    errors: [...STAFF_ERRORS, 'tax_rate_not_found'],
  }),
  createFeeSet: endpoint({
    ...change,
    method: 'POST',
    path: '/api/admin/fee-sets',
    summary: 'Creates a fee set',
    status: 201,
    body: z.object(feeSetFields),
    errors: [...RECENT_STAFF_ERRORS, 'tax_rate_not_found'],
  }),
  changeFeeSet: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/admin/fee-sets/:feeSetId',
    summary: 'Changes or archives a fee set; what is held or sold keeps its price',
    params: z.object({ feeSetId: uuid }),
    body: z.object({ ...feeSetFields, isArchived: z.boolean(), version }),
    errors: [
      ...RECENT_STAFF_ERRORS,
      'fee_set_not_found',
      'tax_rate_not_found',
      'changed_meanwhile',
    ],
  }),
  createTaxRate: endpoint({
    ...change,
    method: 'POST',
    path: '/api/admin/tax-rates',
    summary: 'Creates a tax rate',
    status: 201,
    body: z.object({ ...taxRateFields, isDefault: z.boolean() }),
    errors: [...RECENT_STAFF_ERRORS],
  }),
  changeTaxRate: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/admin/tax-rates/:taxRateId',
    summary: 'Changes or archives a tax rate; what is held or sold keeps its tax',
    params: z.object({ taxRateId: uuid }),
    body: z.object({
      ...taxRateFields,
      isDefault: z.boolean(),
      isArchived: z.boolean(),
      version,
    }),
    errors: [...RECENT_STAFF_ERRORS, 'tax_rate_not_found', 'tax_rate_in_use', 'changed_meanwhile'],
  }),
} as const
