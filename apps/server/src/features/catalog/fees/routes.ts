import { fees, granted, type ResultOf } from '@foyer/contract'
import { addedTaxMinor, buildQuote, type TaxAmount, type TaxRate } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { type Call, serve } from '../../../http/endpoint.ts'
import { TAX_RATE_NOT_FOUND } from '../editing/rows.ts'
import { changeFeeSet, changeTaxRate, createFeeSet, createTaxRate } from './change-fees.ts'
import { readFees } from './read-fees.ts'

/** Fee sets and tax rates of an organizer. */
export function feesRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, fees.listFees, {
    handle: ({ tenant }) =>
      context.db.withTenant(tenant.id, async (tx) => granted(await readFees(tx, tenant.currency))),
  })
  serve(app, context, fees.exampleFees, { handle: exampleFees })
  serve(app, context, fees.createFeeSet, { handle: createFeeSet })
  serve(app, context, fees.changeFeeSet, { handle: changeFeeSet })
  serve(app, context, fees.createTaxRate, { handle: createTaxRate })
  serve(app, context, fees.changeTaxRate, { handle: changeTaxRate })
}

/** Prices one ticket with a fee and taxes that may not be stored yet, by the function of all quotes. */
async function exampleFees({
  context,
  tenant,
  body: { priceMinor, fee, priceTax, feeTaxRateId },
}: Call<typeof fees.exampleFees>): Promise<ResultOf<typeof fees.exampleFees>> {
  const rates = await context.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom('tax_rates').selectAll().execute(),
  )
  const found = rates.find(({ id, is_default }) =>
    feeTaxRateId === null ? is_default : id === feeTaxRateId,
  )
  if (feeTaxRateId !== null && !found) return TAX_RATE_NOT_FOUND
  const rateOf = (row: (typeof rates)[number] | undefined): TaxRate | null =>
    row
      ? { id: row.id, name: row.name, ratePpm: row.rate_ppm, isInclusive: row.is_inclusive }
      : null
  const { currency } = tenant
  const example = { id: 'example', name: 'Example' }
  const { lines, totalMinor } = buildQuote(
    [
      {
        kind: 'ticket',
        ...example,
        quantity: 1,
        unitPriceMinor: priceMinor,
        feeSet: fee && { ...example, isActive: true, ...fee, taxRate: rateOf(found) },
        taxRate: priceTax
          ? { ...example, ...priceTax }
          : rateOf(rates.find(({ is_default }) => is_default)),
      },
    ],
    currency,
  )
  const { feeMinor = 0, charges } = lines[0] ?? {}
  const taxMinor = (charges?.priceTax?.taxMinor ?? 0) + (charges?.feeTax?.taxMinor ?? 0)
  const absorbedMinor = charges?.absorbedFeeMinor ?? 0
  const addedMinor = addedTaxMinor(charges)
  const includedIn = (tax: TaxAmount | undefined) => (tax?.isInclusive ? tax.taxMinor : 0)
  return granted({
    currency,
    priceMinor,
    totalMinor,
    feeMinor: feeMinor + absorbedMinor - includedIn(charges?.feeTax),
    taxMinor,
    netMinor: totalMinor - addedMinor - feeMinor - absorbedMinor - includedIn(charges?.priceTax),
  })
}
