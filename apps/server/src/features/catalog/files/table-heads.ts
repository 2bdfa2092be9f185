/**
 * The columns of files, the same for export and import, and how many rows a file may have where each of
 * them is written on its own.
 */

export const EVENT_HEADS = {
  required: ['name', 'venue'],
  optional: ['id', 'category', 'description', 'timed entry', 'currency', 'published'],
  mostRows: 1000,
} as const

export const TYPE_HEADS = {
  required: ['name', 'price'],
  optional: ['id', 'group', 'description', 'at most', 'places', 'archived'],
  mostRows: 1000,
} as const

export const ACCESS_CODE_HEADS = {
  required: ['code'],
  optional: ['label', 'works from', 'works until', 'opens early', 'uses'],
  /** What an export says besides; an import passes over it, but creates no code that was revoked. */
  readOnly: ['state', 'used'],
} as const

export const COUPON_CODE_HEADS = {
  required: ['code', 'group'],
  optional: ['uses', 'active'],
  readOnly: ['used'],
} as const
