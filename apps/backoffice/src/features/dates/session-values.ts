import { type EditableSession, type SessionDetails, staffApi } from '@foyer/contract'
import { formatAmount, minutesOf } from '@foyer/domain'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import type { DatesInfo, EventRef } from './queries.ts'
import { capacityField, priceField, typedCapacity, typedPrice } from './texts.ts'

/**
 * The fields of the form of one date, as typed, by name. Those of a ticket type end with its id:
 * `sells_`, `capacity_`, `price_`.
 */
export type SessionValues = Record<string, string>

type InfoType = DatesInfo['types'][number]

/** The types that a form shows: those on sale, and archived ones that the date sells. */
export const shownTypes = (info: DatesInfo, edit: EditableSession | null): InfoType[] =>
  info.types.filter(
    ({ id, isArchived }) =>
      !isArchived || edit?.types.some(({ ticketTypeId }) => ticketTypeId === id),
  )

export function valuesOfSession(edit: EditableSession, info: DatesInfo): SessionValues {
  return {
    version: edit.version,
    name: edit.name,
    room: edit.roomId ?? '',
    capacity: capacityField(edit.capacity),
    ...Object.assign(
      {},
      ...shownTypes(info, edit).map(({ id }) => {
        const sold = edit.types.find(({ ticketTypeId }) => ticketTypeId === id)
        return {
          [`sells_${id}`]: sold ? 'yes' : 'no',
          [`capacity_${id}`]: capacityField(sold?.capacity ?? null),
          [`price_${id}`]: priceField(sold?.priceMinor ?? null, info.currency),
        }
      }),
    ),
  }
}

export const newSessionValues = (info: DatesInfo): SessionValues => ({
  date: '',
  time: '19:30',
  duration: '120',
  name: '',
  room: '',
  capacity: '100',
  ...Object.assign(
    {},
    ...shownTypes(info, null).map(({ id }) => ({
      [`sells_${id}`]: 'yes',
      [`capacity_${id}`]: '',
      [`price_${id}`]: '',
    })),
  ),
})

/** Checks all that is typed; the fields of a new date only if the form has them. */
export const sessionSchema = (info: DatesInfo) =>
  z.record(z.string(), z.string()).check(
    z.check<SessionValues>(({ value, issues }) => {
      const wrong = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [field], input: value, message })
      if (value.date === '') wrong('date', 'Choose a day.')
      if (value.time !== undefined && minutesOf(value.time) === null) {
        wrong('time', 'Enter a time such as 19:30.')
      }
      const duration = Number(value.duration ?? 60)
      if (!Number.isInteger(duration) || duration < 5 || duration > 40_320) {
        wrong('duration', 'Enter minutes, at least 5.')
      }
      for (const [field, typed] of Object.entries(value)) {
        if (/^capacity(_|$)/.test(field) && typedCapacity(typed) === undefined) {
          wrong(field, 'Enter a whole number, or nothing for no limit.')
        }
        if (field.startsWith('price_') && typedPrice(typed, info.currency) === undefined) {
          wrong(field, 'Enter a price such as 12.50.')
        }
      }
    }),
  )

/** How a conflict names the fields. */
export const sessionLabels = (info: DatesInfo): Record<string, string> => ({
  name: 'Name',
  room: 'Room',
  capacity: 'Capacity',
  ...Object.assign(
    {},
    ...info.types.map(({ id, name }) => ({
      [`sells_${id}`]: `${name}: sold`,
      [`capacity_${id}`]: `${name}: at most`,
      [`price_${id}`]: `${name}: price`,
    })),
  ),
})

/** Creates the date of a form, or changes the one that exists. */
export function sendSession(
  { organizer, eventId }: EventRef,
  info: DatesInfo,
  sessionId: string | null,
  values: SessionValues,
): Promise<SessionDetails> {
  const parts = {
    name: values.name ?? '',
    capacity: typedCapacity(values.capacity ?? '') ?? null,
    roomId: values.room || null,
    types: info.types.flatMap(({ id, isPricedBySession }) =>
      values[`sells_${id}`] === 'yes'
        ? [
            {
              ticketTypeId: id,
              capacity: typedCapacity(values[`capacity_${id}`] ?? '') ?? null,
              ...(isPricedBySession
                ? { priceMinor: typedPrice(values[`price_${id}`] ?? '', info.currency) ?? null }
                : {}),
            },
          ]
        : [],
    ),
  }
  const call = callOf(organizer)
  if (sessionId) {
    return call(staffApi.changeSession, {
      params: { sessionId },
      body: { version: values.version ?? '', ...parts },
    })
  }
  return call(staffApi.createSession, {
    params: { eventId },
    body: {
      date: values.date ?? '',
      time: values.time ?? '',
      durationMinutes: Number(values.duration),
      ...parts,
    },
  })
}

/** What a type costs, if that is the same on all dates. */
export const fixedPrice = ({ priceMinor }: InfoType, { currency }: DatesInfo): string =>
  priceMinor === null ? '' : formatAmount(priceMinor, currency)
