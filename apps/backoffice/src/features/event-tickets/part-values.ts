import { staffApi } from '@foyer/contract'
import { TICKET_CLASSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { majorText, minorOf } from '../../shared/amounts.ts'
import { chosenId } from '../../shared/charge-fields.tsx'

/** Ticket types and add-ons as the fields of a form have them. */

const typeBody = staffApi.changeOfficeTicketType.body
const addOnBody = staffApi.changeOfficeAddOn.body

const count = z.pipe(z.string(), z.transform(Number))

/** The fields of a ticket type; a price per session needs none here. */
export const typeSchema = (currency: string) =>
  z.pipe(
    z
      .object({
        ...typeBody.shape,
        pricing: z.enum(['fixed', 'session']),
        priceMinor: z.pipe(
          z.string(),
          z.transform((text) => minorOf(text, currency)),
        ),
        maxQuantity: z.pipe(count, typeBody.shape.maxQuantity),
        places: z.pipe(count, typeBody.shape.places),
        feeSetId: chosenId,
        taxRateId: chosenId,
        ticketClass: z.pipe(
          z.enum(['', ...TICKET_CLASSES]),
          z.transform((chosen) => chosen || null),
        ),
        /** Empty for a new one. */
        version: z.string(),
      })
      .check(
        z.check(({ value, issues }) => {
          const { pricing, priceMinor } = value
          if (pricing === 'session' || addOnBody.shape.priceMinor.safeParse(priceMinor).success) {
            return
          }
          issues.push({ code: 'custom', path: ['priceMinor'], input: value, message: 'price' })
        }),
      ),
    z.transform(({ pricing, priceMinor, ...rest }) => ({
      ...rest,
      priceMinor: pricing === 'fixed' ? priceMinor : null,
    })),
  )
export type TypeValues = z.input<ReturnType<typeof typeSchema>>

export const typeValues = (
  {
    priceMinor,
    maxQuantity,
    places,
    feeSetId,
    taxRateId,
    ticketClass,
    ...same
  }: z.output<typeof typeBody>,
  currency: string,
): TypeValues => ({
  ...same,
  pricing: priceMinor === null ? 'session' : 'fixed',
  priceMinor: priceMinor === null ? '' : majorText(priceMinor, currency),
  maxQuantity: String(maxQuantity),
  places: String(places),
  feeSetId: feeSetId ?? '',
  taxRateId: taxRateId ?? '',
  ticketClass: ticketClass ?? '',
})

export const NEW_TYPE: TypeValues = {
  name: '',
  description: '',
  pricing: 'fixed',
  priceMinor: '',
  maxQuantity: '8',
  places: '1',
  displayPrice: '',
  feeSetId: '',
  taxRateId: '',
  ticketClass: '',
  isArchived: false,
  version: '',
}

/** The values of a type that somebody else has changed; null if it is none. */
export const currentType = (currency: string) => (current: unknown) => {
  const read = typeBody.safeParse(current)
  return read.success ? typeValues(read.data, currency) : null
}

/** The fields of an add-on, with its limit: a number, or nothing for none. */
export const addOnSchema = (currency: string) =>
  z.object({
    ...addOnBody.shape,
    priceMinor: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => minorOf(text, currency)),
      ),
      addOnBody.shape.priceMinor,
    ),
    maxQuantity: z.pipe(count, addOnBody.shape.maxQuantity),
    feeSetId: chosenId,
    taxRateId: chosenId,
    capacity: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text): number | null => (text.trim() === '' ? null : Number(text))),
      ),
      staffApi.createOfficeAddOn.body.shape.capacity,
    ),
    version: z.string(),
  })
export type AddOnValues = z.input<ReturnType<typeof addOnSchema>>

export const addOnValues = (
  { priceMinor, maxQuantity, feeSetId, taxRateId, ...same }: z.output<typeof addOnBody>,
  { capacity, currency }: { capacity: number | null; currency: string },
): AddOnValues => ({
  ...same,
  priceMinor: majorText(priceMinor, currency),
  maxQuantity: String(maxQuantity),
  feeSetId: feeSetId ?? '',
  taxRateId: taxRateId ?? '',
  capacity: capacity === null ? '' : String(capacity),
})

export const NEW_ADD_ON: AddOnValues = {
  name: '',
  description: '',
  priceMinor: '',
  maxQuantity: '10',
  feeSetId: '',
  taxRateId: '',
  capacity: '',
  isArchived: false,
  version: '',
}

/** The values of an add-on that somebody else has changed; null if it is none. */
export const currentAddOn =
  (of: { capacity: number | null; currency: string }) => (current: unknown) => {
    const read = addOnBody.safeParse(current)
    return read.success ? addOnValues(read.data, of) : null
  }
