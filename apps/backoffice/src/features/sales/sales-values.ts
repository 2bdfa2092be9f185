import { type OfficeEventSales, type OfficeSessionSales, staffApi } from '@foyer/contract'
import { saleMomentText, shortMomentText } from '@foyer/domain'
import * as z from 'zod/mini'
import { timeIn, wallTime } from '../../shared/wall-time.ts'

/**
 * Sales as the fields of forms have them: times as wall-clock times at the venue, numbers as typed.
 * Empty is no bound.
 */

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const textOf = (count: number | null): string => count?.toString() ?? ''

const number = z.pipe(z.string(), z.transform(numberOf))

const eventBody = staffApi.changeEventSales.body.shape
const typeBody = staffApi.changeTypeSales.body.shape
const sessionBody = staffApi.changeSessionSales.body.shape
const codesBody = staffApi.createAccessCodes.body.shape

export const eventSchema = (timeZone: string) =>
  z.object({
    ...eventBody,
    opensAt: timeIn(timeZone),
    closesAt: timeIn(timeZone),
    cutoffMinutes: z.pipe(number, eventBody.cutoffMinutes),
    minPerOrder: z.pipe(number, eventBody.minPerOrder),
    maxPerOrder: z.pipe(number, eventBody.maxPerOrder),
    maxPerCustomer: z.pipe(number, eventBody.maxPerCustomer),
  })

export const eventValues = (
  { rules, version }: Pick<OfficeEventSales, 'rules' | 'version'>,
  timeZone: string,
) => ({
  opensAt: wallTime(rules.opensAt, timeZone),
  closesAt: wallTime(rules.closesAt, timeZone),
  cutoffMinutes: textOf(rules.cutoffMinutes),
  minPerOrder: textOf(rules.minPerOrder),
  maxPerOrder: textOf(rules.maxPerOrder),
  maxPerCustomer: textOf(rules.maxPerCustomer),
  version,
})

export type TypeSales = OfficeEventSales['types'][number]

export const typeSchema = (timeZone: string) =>
  z.object({
    ...typeBody,
    opensAt: timeIn(timeZone),
    closesAt: timeIn(timeZone),
    minQuantity: z.pipe(number, typeBody.minQuantity),
    maxQuantity: z.pipe(number, typeBody.maxQuantity),
    quantityStep: z.pipe(number, typeBody.quantityStep),
    maxPerCustomer: z.pipe(number, typeBody.maxPerCustomer),
  })

export const typeValues = (
  { rules, version }: Pick<TypeSales, 'rules' | 'version'>,
  timeZone: string,
) => ({
  opensAt: wallTime(rules.opensAt, timeZone),
  closesAt: wallTime(rules.closesAt, timeZone),
  isHidden: rules.isHidden,
  minQuantity: textOf(rules.minQuantity),
  maxQuantity: textOf(rules.maxQuantity),
  quantityStep: textOf(rules.quantityStep),
  maxPerCustomer: textOf(rules.maxPerCustomer),
  version,
})

export const sessionSchema = (timeZone: string) =>
  z.object({
    ...sessionBody,
    opensAt: timeIn(timeZone),
    closesAt: timeIn(timeZone),
    cutoffMinutes: z.pipe(number, sessionBody.cutoffMinutes),
  })

export const sessionValues = (
  { rules, version }: Pick<OfficeSessionSales, 'rules' | 'version'>,
  timeZone: string,
) => ({
  opensAt: wallTime(rules.opensAt, timeZone),
  closesAt: wallTime(rules.closesAt, timeZone),
  cutoffMinutes: textOf(rules.cutoffMinutes),
  version,
})

/** What is in conflict, as the answer of a refused change has it. */
const currentEvent = z.object({ ...eventBody, version: z.string() })
const currentType = z.object({ ...typeBody, version: z.string() })
const currentSession = z.object({ ...sessionBody, version: z.string() })

/** The fields of what somebody else saved meanwhile; null if the answer cannot be read. */
export const readCurrent = {
  event(current: unknown, timeZone: string) {
    const { data } = currentEvent.safeParse(current)
    return data ? eventValues({ rules: data, version: data.version }, timeZone) : null
  },
  type(current: unknown, timeZone: string) {
    const { data } = currentType.safeParse(current)
    return data ? typeValues({ rules: data, version: data.version }, timeZone) : null
  },
  session(current: unknown, timeZone: string) {
    const { data } = currentSession.safeParse(current)
    return data ? sessionValues({ rules: data, version: data.version }, timeZone) : null
  },
}

/** One code of the organizer's choice, or many that nobody can guess. */
export const codesSchema = (timeZone: string) =>
  z.object({
    kind: z.enum(['one', 'many']),
    code: z.string(),
    prefix: codesBody.prefix,
    count: z.pipe(number, codesBody.count),
    label: codesBody.label,
    startsAt: timeIn(timeZone),
    endsAt: timeIn(timeZone),
    opensEarly: z.boolean(),
    typeIds: z.array(z.string()),
    maxUses: z.pipe(number, codesBody.maxUses),
  })

/** 'Fri, Nov 27, 2026, 10:00 AM' at the venue. */
export const momentText = (instant: string, timeZone: string): string =>
  shortMomentText(new Date(instant), timeZone)

/** 'from … until …'; null without bounds. */
export function windowText(
  { opensAt, closesAt }: { opensAt: string | null; closesAt: string | null },
  timeZone: string,
): string | null {
  const parts = [
    opensAt && `from ${momentText(opensAt, timeZone)}`,
    closesAt && `until ${momentText(closesAt, timeZone)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

export const longMoment = (instant: string, timeZone: string): string =>
  saleMomentText(new Date(instant), timeZone)
