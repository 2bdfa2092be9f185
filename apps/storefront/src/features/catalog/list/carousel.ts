import type { EventView } from '@foyer/contract'
import { HERO_MAX_EVENTS } from '@foyer/domain'

/** How long the hero shows an event before it moves on by itself. */
export const HERO_ROTATION_MILLISECONDS = 5000

/** The first row of the grid below the hero, on a wide screen. */
const FIRST_ROW = 4
/** With fewer the hero is no choice; then it shows the same events as the first row. */
const LEAST_LATER = 2

/**
 * The hero's events: upcoming ones by date, or the first of the list if none is upcoming. The grid
 * below begins with the soonest, so the hero shows those after them, as a programme has its
 * highlights before its calendar. `now` (milliseconds) is when the data was read, so that server and
 * browser choose the same.
 */
export function heroEvents(events: readonly EventView[], now: number): EventView[] {
  const startOf = ({ date }: EventView) => (date === null ? Number.NaN : Date.parse(date))
  const upcoming = events
    .filter((event) => startOf(event) >= now)
    .toSorted((a, b) => startOf(a) - startOf(b))
  const later = upcoming.slice(FIRST_ROW).filter(({ status }) => status !== 'sold_out')
  const shown = later.length >= LEAST_LATER ? later : upcoming
  return (shown.length > 0 ? shown : events).slice(0, HERO_MAX_EVENTS)
}

/** Everything that decides whether the hero rotates by itself. */
export interface RotationState {
  count: number
  isPaused: boolean
  isHovered: boolean
  hasFocus: boolean
  isTabHidden: boolean
  prefersStill: boolean
}

export const mayRotate = (state: RotationState): boolean =>
  state.count > 1 &&
  !state.isPaused &&
  !state.isHovered &&
  !state.hasFocus &&
  !state.isTabHidden &&
  !state.prefersStill

/** The index of the slide `step` positions away, wrapping around. */
export const slideFrom = (index: number, step: number, count: number): number =>
  (((index + step) % count) + count) % count

/**
 * The index of the visible slide while the row is scrolled; `pitch` is the distance between two
 * slides in px.
 */
export const slideAt = (scrollLeft: number, pitch: number, count: number): number =>
  pitch > 0 ? Math.min(count - 1, Math.max(0, Math.round(scrollLeft / pitch))) : 0
