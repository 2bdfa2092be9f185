import { type Fees, staffApi } from '@foyer/contract'
import * as z from 'zod/mini'
import { majorText, minorOf, percentText, ppmOf } from '../../../shared/amounts.ts'
import { chosenId } from '../../../shared/charge-fields.tsx'

/** Fee sets and tax rates as the fields of a form have them. */

const feeBody = staffApi.changeFeeSet.body
const taxBody = staffApi.changeTaxRate.body

/** Of the two amounts only that of the kind of fee is checked, and the other one is 0. */
export const feeSchema = (currency: string) =>
  z.pipe(
    z
      .object({
        name: feeBody.shape.name,
        feeType: feeBody.shape.feeType,
        percent: z.pipe(z.string(), z.transform(ppmOf)),
        amount: z.pipe(
          z.string(),
          z.transform((text) => minorOf(text, currency)),
        ),
        bearer: z.enum(['buyer', 'organizer']),
        taxRateId: chosenId,
        isArchived: z.boolean(),
        /** Empty for a new one. */
        version: z.string(),
      })
      .check(
        z.check(({ value, issues }) => {
          const [field, shape] =
            value.feeType === 'percentage'
              ? (['percent', feeBody.shape.ratePpm] as const)
              : (['amount', feeBody.shape.flatMinor] as const)
          if (shape.safeParse(value[field]).success) return
          issues.push({ code: 'custom', path: [field], input: value, message: field })
        }),
      ),
    z.transform(({ percent, amount, bearer, ...same }) => ({
      ...same,
      ratePpm: same.feeType === 'percentage' ? percent : 0,
      flatMinor: same.feeType === 'flat' ? amount : 0,
      isAbsorbed: bearer === 'organizer',
    })),
  )
export type FeeValues = z.input<ReturnType<typeof feeSchema>>

export const NEW_FEE: FeeValues = {
  name: '',
  feeType: 'percentage',
  percent: '',
  amount: '',
  bearer: 'buyer',
  taxRateId: '',
  isArchived: false,
  version: '',
}

export const feeValues = (
  {
    name,
    feeType,
    flatMinor,
    ratePpm,
    isAbsorbed,
    taxRateId,
    isArchived,
    version,
  }: z.output<typeof feeBody>,
  currency: string,
): FeeValues => ({
  name,
  feeType,
  percent: feeType === 'percentage' ? percentText(ratePpm) : '',
  amount: feeType === 'flat' ? majorText(flatMinor, currency) : '',
  bearer: isAbsorbed ? 'organizer' : 'buyer',
  taxRateId: taxRateId ?? '',
  isArchived,
  version,
})

/** The values of a fee set that somebody else has changed; null if it is none. */
export const currentFee = (currency: string) => (current: unknown) => {
  const read = feeBody.safeParse(current)
  return read.success ? feeValues(read.data, currency) : null
}

/** The call's body of a fee set as it is stored, for archiving and restoring it. */
export const feeBodyOf = ({ id: _, usedBy: __, ...body }: Fees['feeSets'][number]) => body

export const taxSchema = z.pipe(
  z.object({
    name: taxBody.shape.name,
    percent: z.pipe(z.pipe(z.string(), z.transform(ppmOf)), taxBody.shape.ratePpm),
    kind: z.enum(['included', 'added']),
    isDefault: z.boolean(),
    isArchived: z.boolean(),
    version: z.string(),
  }),
  z.transform(({ percent, kind, ...same }) => ({
    ...same,
    ratePpm: percent,
    isInclusive: kind === 'included',
  })),
)
export type TaxValues = z.input<typeof taxSchema>

export const taxValues = ({
  name,
  ratePpm,
  isInclusive,
  isDefault,
  isArchived,
  version,
}: z.output<typeof taxBody>): TaxValues => ({
  name,
  percent: percentText(ratePpm),
  kind: isInclusive ? 'included' : 'added',
  isDefault,
  isArchived,
  version,
})

/** The values of a tax rate that somebody else has changed; null if it is none. */
export function currentTax(current: unknown): TaxValues | null {
  const read = taxBody.safeParse(current)
  return read.success ? taxValues(read.data) : null
}

export const taxBodyOf = ({ id: _, usedBy: __, ...body }: Fees['taxRates'][number]) => body
