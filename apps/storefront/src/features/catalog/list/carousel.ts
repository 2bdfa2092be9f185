import type { EventView } from '@foyer/contract'
import { HERO_MAX_EVENTS } from '@foyer/domain'

/** How long the hero shows an event before it moves on by itself. */
export const HERO_ROTATION_MILLISECONDS = 5000

/**
 * The hero's events: the next ones by date, whatever is left of them, or the first of the list if none
 * is upcoming. An event that was called off has no session ahead. `now` (milliseconds) is when the data
 * was read, so that server and browser choose the same.
 */
export function heroEvents(events: readonly EventView[], now: number): EventView[] {
  const startOf = ({ date }: EventView) => (date === null ? Number.NaN : Date.parse(date))
  const upcoming = events
    .filter((event) => event.sessionCount > 0 && startOf(event) >= now)
    .toSorted((a, b) => startOf(a) - startOf(b))
  return (upcoming.length > 0 ? upcoming : events).slice(0, HERO_MAX_EVENTS)
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
