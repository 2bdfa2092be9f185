/** The columns of files of events and ticket types, the same for export and import. */

export const EVENT_HEADS = {
  required: ['name', 'venue'],
  optional: ['id', 'category', 'description', 'timed entry', 'currency', 'published'],
} as const

export const TYPE_HEADS = {
  required: ['name', 'price'],
  optional: ['id', 'group', 'description', 'at most', 'archived'],
} as const
