import {
  MAX_CUTOFF_MINUTES,
  type OfficeEventSales,
  type OfficeSessionSales,
  staffApi,
} from '@foyer/contract'
import { saleMomentText, shortMomentText, UNTIL_END_CUTOFF_MINUTES } from '@foyer/domain'
import * as z from 'zod/mini'
import { timeIn, wallTime } from '../../shared/wall-time.ts'

/**
 * Sales as the fields of forms have them: times as wall-clock times at the venue, numbers as typed.
 * Empty is no bound.
 */

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const textOf = (count: number | null): string => count?.toString() ?? ''

const number = z.pipe(z.string(), z.transform(numberOf))

/** From when on the end of a date's sales is counted; `event`: as its event has it. */
export const SALES_ENDS = {
  event: 'As the event',
  start: 'When it begins',
  before: 'Some minutes before it begins',
  after: 'Some minutes after it has begun',
  end: 'When it ends',
} as const
type SalesEnd = keyof typeof SALES_ENDS

/** The cut-off as a choice and the minutes that two of the choices need. */
const salesEndFields = {
  salesEnd: z.enum(Object.keys(SALES_ENDS) as SalesEnd[]),
  endMinutes: z.string(),
}
type SalesEndFields = { salesEnd: SalesEnd; endMinutes: string }

/** The fields of a cut-off; null is that of the event. */
function salesEndOf(cutoffMinutes: number | null): SalesEndFields {
  if (cutoffMinutes === null) return { salesEnd: 'event', endMinutes: '' }
  if (cutoffMinutes === 0) return { salesEnd: 'start', endMinutes: '' }
  if (cutoffMinutes <= UNTIL_END_CUTOFF_MINUTES) return { salesEnd: 'end', endMinutes: '' }
  return {
    salesEnd: cutoffMinutes > 0 ? 'before' : 'after',
    endMinutes: String(Math.abs(cutoffMinutes)),
  }
}

/** The cut-off of the fields; undefined if the minutes are missing or too many. */
function cutoffOf({ salesEnd, endMinutes }: SalesEndFields): number | null | undefined {
  switch (salesEnd) {
    case 'event':
      return null
    case 'start':
      return 0
    case 'end':
      return UNTIL_END_CUTOFF_MINUTES
    case 'before':
    case 'after': {
      const most = salesEnd === 'before' ? MAX_CUTOFF_MINUTES : -UNTIL_END_CUTOFF_MINUTES
      const minutes = numberOf(endMinutes) ?? 0
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > most) return undefined
      return salesEnd === 'before' ? minutes : -minutes
    }
  }
}

const HAS_MINUTES = z.refine<SalesEndFields>((fields) => cutoffOf(fields) !== undefined, {
  path: ['endMinutes'],
})

/** Whether a choice needs minutes. */
export const needsMinutes = (salesEnd: string): boolean =>
  salesEnd === 'before' || salesEnd === 'after'

/** 'until they end', '30 minutes before they begin' */
export function cutoffText(cutoffMinutes: number): string {
  const { salesEnd, endMinutes } = salesEndOf(cutoffMinutes)
  if (salesEnd === 'before') return `until ${endMinutes} minutes before it begins`
  if (salesEnd === 'after') return `until ${endMinutes} minutes after it has begun`
  return salesEnd === 'end' ? 'until it ends' : 'until it begins'
}

const eventBody = staffApi.changeEventSales.body.shape
const typeBody = staffApi.changeTypeSales.body.shape
const sessionBody = staffApi.changeSessionSales.body.shape
const codesBody = staffApi.createAccessCodes.body.shape

export const eventSchema = (timeZone: string) =>
  z.pipe(
    z
      .object({
        version: eventBody.version,
        opensAt: timeIn(timeZone),
        closesAt: timeIn(timeZone),
        ...salesEndFields,
        minPerOrder: z.pipe(number, eventBody.minPerOrder),
        maxPerOrder: z.pipe(number, eventBody.maxPerOrder),
        maxPerCustomer: z.pipe(number, eventBody.maxPerCustomer),
      })
      .check(HAS_MINUTES),
    z.transform(({ salesEnd, endMinutes, ...rules }) => ({
      ...rules,
      cutoffMinutes: cutoffOf({ salesEnd, endMinutes }) ?? 0,
    })),
  )

export const eventValues = (
  { rules, version }: Pick<OfficeEventSales, 'rules' | 'version'>,
  timeZone: string,
) => ({
  opensAt: wallTime(rules.opensAt, timeZone),
  closesAt: wallTime(rules.closesAt, timeZone),
  ...salesEndOf(rules.cutoffMinutes),
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
  z.pipe(
    z
      .object({
        version: sessionBody.version,
        opensAt: timeIn(timeZone),
        closesAt: timeIn(timeZone),
        ...salesEndFields,
      })
      .check(HAS_MINUTES),
    z.transform(({ salesEnd, endMinutes, ...rules }) => ({
      ...rules,
      cutoffMinutes: cutoffOf({ salesEnd, endMinutes }) ?? null,
    })),
  )

export const sessionValues = (
  { rules, version }: Pick<OfficeSessionSales, 'rules' | 'version'>,
  timeZone: string,
) => ({
  opensAt: wallTime(rules.opensAt, timeZone),
  closesAt: wallTime(rules.closesAt, timeZone),
  ...salesEndOf(rules.cutoffMinutes),
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
