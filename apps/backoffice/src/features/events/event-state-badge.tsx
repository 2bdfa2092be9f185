import { EVENT_STATES, type EventState } from '@foyer/domain'
import { Badge, type Tone } from '@foyer/ui'

const TONES: Record<EventState, Tone> = {
  draft: 'neutral',
  published: 'success',
  paused: 'warning',
  archived: 'neutral',
}

export const EventStateBadge = ({ state }: { state: EventState }) => (
  <Badge tone={TONES[state]}>{EVENT_STATES[state].label}</Badge>
)
