import type { AppContext } from '../shared/app-context.tsx'

/**
 * The address of an event's live availability. Not in files.ts, whose calls only orders need.
 */
export const liveAddressOf = ({ base }: Pick<AppContext, 'base'>, eventId: string): string =>
  `${base}/api/events/${eventId}/live`
