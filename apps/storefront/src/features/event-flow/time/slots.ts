import type { DailyPriceView } from '@foyer/contract'
import {
  availabilityText,
  instantOf,
  isScarce,
  narrower,
  type Selection,
  statusLabel,
  ticketsThatFit,
} from '@foyer/domain'
import { type DailySession, fitsSession } from '../engine/facts.ts'

/** A start time as the buyer sees it, for the tickets already chosen. */
export interface Slot {
  sessionId: string
  /** Wall clock at the venue, '7:00 PM'. */
  time: string
  name: string
  /** The room of the venue, if the times of the day are in different ones. */
  room: string | undefined
  /** Tickets left for this selection; null if unlimited. */
  left: number | null
  /** Whether the whole selection fits. */
  fits: boolean
  /** 'Available', 'N left' or 'Sold Out', or why it is not sold now. */
  availability: string
  /** Its sales have not begun, or its price is to come: it is not struck out as what is gone. */
  isToCome: boolean
  /** Whether most of the tickets of a chosen type are gone. */
  isScarce: boolean
  /**
   * Lowest and highest price of a chosen ticket, or of any if none is chosen, fees included; null
   * without a price.
   */
  range: { lowMinor: number; highMinor: number } | null
}

export interface SlotGroup {
  part: 'Morning' | 'Afternoon' | 'Evening'
  slots: Slot[]
}

const NOON_MINUTES = 12 * 60
const EVENING_MINUTES = 17 * 60

/** The day's start times by part of day at the venue, without empty parts. */
export function groupSlots(daily: DailyPriceView, date: string, selection: Selection): SlotGroup[] {
  const noon = instantOf(date, NOON_MINUTES, daily.timezone).getTime()
  const evening = instantOf(date, EVENING_MINUTES, daily.timezone).getTime()
  const groups: SlotGroup[] = [
    { part: 'Morning', slots: [] },
    { part: 'Afternoon', slots: [] },
    { part: 'Evening', slots: [] },
  ]
  const sessions = sessionsByTime(daily)
  const hasSeveralRooms = new Set(sessions.map(({ room_name }) => room_name)).size > 1
  for (const session of sessions) {
    const start = Date.parse(session.start_time)
    const slot = slotOf(session, selection)
    groups[start < noon ? 0 : start < evening ? 1 : 2]?.slots.push(
      hasSeveralRooms ? { ...slot, room: session.room_name } : slot,
    )
  }
  return groups.filter(({ slots }) => slots.length > 0)
}

const sessionsByTime = (daily: DailyPriceView): DailySession[] =>
  Object.values(daily.sessions).sort((a, b) => a.start_time.localeCompare(b.start_time))

function slotOf(session: DailySession, selection: Selection): Slot {
  const chosen = session.ticket_prices.filter(({ ticket_type_id }) => selection[ticket_type_id])
  const asked = Object.keys(selection).length > 0 ? chosen : session.ticket_prices
  const prices = asked.flatMap(({ all_in_minor }) => all_in_minor ?? [])
  // If the session does not offer a chosen type, it has no room for the selection.
  const offersAll = chosen.length === Object.keys(selection).length
  const roomOf = ({ available_count: typeRoom, places = 1 }: (typeof chosen)[number]) =>
    ticketsThatFit({ typeRoom, sessionRoom: session.available_count, places })
  const ofSession = chosen.length > 0 ? null : session.available_count
  const room = offersAll
    ? chosen.reduce((least, type) => narrower(least, roomOf(type)), ofSession)
    : 0
  const status = session.status ?? (room !== 0 && isUnpriced(chosen) ? 'unpriced' : null)
  const left = status ? 0 : room
  return {
    sessionId: session.session_id,
    time: session.local_time,
    name: session.session_name,
    room: undefined,
    left,
    fits: !status && fitsSession(session, selection),
    availability: status ? statusLabel(status) : availabilityText(left),
    isToCome: status === 'not_yet' || status === 'unpriced',
    isScarce: chosen.some(({ available_count, capacity }) => isScarce(available_count, capacity)),
    range:
      prices.length > 0 ? { lowMinor: Math.min(...prices), highMinor: Math.max(...prices) } : null,
  }
}

/** Whether a chosen type has no price in the session yet, so that it cannot be bought. */
const isUnpriced = (chosen: DailySession['ticket_prices']): boolean =>
  chosen.some(({ all_in_minor }) => all_in_minor === null)

/**
 * The index of the slot to which a key leads, among all slots of the day; undefined for other keys.
 * Up and down keep the column, also across the shorter last row of a group.
 */
export function slotForKey(
  key: string,
  from: number,
  groupSizes: readonly number[],
  columns: number,
): number | undefined {
  const count = groupSizes.reduce((total, size) => total + size, 0)
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  switch (key) {
    case 'ArrowRight':
      return clamp(from + 1)
    case 'ArrowLeft':
      return clamp(from - 1)
    case 'ArrowDown':
      return inNeighbourRow(from, 1, groupSizes, columns)
    case 'ArrowUp':
      return inNeighbourRow(from, -1, groupSizes, columns)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

function inNeighbourRow(
  from: number,
  step: 1 | -1,
  groupSizes: readonly number[],
  columns: number,
): number {
  const rows: { start: number; length: number }[] = []
  let start = 0
  for (const size of groupSizes) {
    for (let left = size; left > 0; left -= columns) {
      rows.push({ start, length: Math.min(columns, left) })
      start += Math.min(columns, left)
    }
  }
  const at = rows.findIndex((row) => from < row.start + row.length)
  const here = rows[at]
  const there = rows[at + step]
  if (!here || !there) return from
  return there.start + Math.min(from - here.start, there.length - 1)
}
