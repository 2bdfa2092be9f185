import { UUID_PATTERN } from '@foyer/domain'
import type { RawSearch } from '../../routing/address.ts'
import { textIf } from '../../routing/search.ts'

/** The event to which Back leads. */
export const readDemoSearch = (raw: RawSearch): { eventId?: string | undefined } => ({
  eventId: textIf(raw.eventId, (text) => UUID_PATTERN.test(text)),
})
