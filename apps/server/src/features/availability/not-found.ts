import { refused } from '@foyer/contract'

export const EVENT_NOT_FOUND = refused(
  'event_not_found',
  "The event you're looking for doesn't exist or couldn't be loaded.",
)
