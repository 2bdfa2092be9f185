/**
 * The states of an event, and who sees what in each. Server and screens share the tables: a move that
 * is not in {@link EVENT_MOVES} for the current state is refused, and no screen offers it.
 */
export const EVENT_STATES = {
  draft: {
    label: 'Draft',
    text: 'Only your team sees it.',
    isSeenByBuyers: false,
    /** Whether lists of the back office show it before somebody asks for its state. */
    isListed: true,
  },
  published: {
    label: 'Published',
    text: 'Buyers see it.',
    isSeenByBuyers: true,
    isListed: true,
  },
  paused: {
    label: 'Paused',
    text: 'Buyers see it, and read that sales are paused.',
    isSeenByBuyers: true,
    isListed: true,
  },
  archived: {
    label: 'Archived',
    text: 'Nobody sees it but in this list. Its orders stay.',
    isSeenByBuyers: false,
    isListed: false,
  },
} as const satisfies Record<
  string,
  { label: string; text: string; isSeenByBuyers: boolean; isListed: boolean }
>
export type EventState = keyof typeof EVENT_STATES

export const EVENT_STATE_NAMES = Object.keys(EVENT_STATES) as readonly EventState[]

interface EventMoveRow {
  label: string
  from: readonly EventState[]
  to: EventState
}

/** What changes the state of an event: from which states, and to which. */
export const EVENT_MOVES = {
  publish: { label: 'Publish', from: ['draft'], to: 'published' },
  unpublish: { label: 'Unpublish', from: ['published', 'paused'], to: 'draft' },
  archive: { label: 'Archive', from: ['draft', 'published', 'paused'], to: 'archived' },
  restore: { label: 'Restore as a draft', from: ['archived'], to: 'draft' },
} as const satisfies Record<string, EventMoveRow>
export type EventMove = keyof typeof EVENT_MOVES

export const EVENT_MOVE_NAMES = Object.keys(EVENT_MOVES) as readonly EventMove[]

/** Whether an event in this state may be moved so. */
export const mayMoveEvent = (state: EventState, move: EventMove): boolean => {
  const { from }: EventMoveRow = EVENT_MOVES[move]
  return from.includes(state)
}

/** The state of an event, from what is stored of it. An archived event is never published. */
export function eventStateOf(event: {
  isArchived: boolean
  isPublished: boolean
  isPaused: boolean
}): EventState {
  if (event.isArchived) return 'archived'
  if (!event.isPublished) return 'draft'
  return event.isPaused ? 'paused' : 'published'
}
