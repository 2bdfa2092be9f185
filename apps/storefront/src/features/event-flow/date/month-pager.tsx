import { IconButton } from '@foyer/ui'
import { ChevronLeft, ChevronRight } from '@foyer/ui/icons'
import type { Month } from './calendar-model.ts'

interface MonthPagerProps {
  /** The months with sessions. */
  months: readonly Month[]
  currentId: string
  onTurn: (monthId: string) => void
}

/** Moves through the months that have sessions; at either end the button stays but is disabled. */
export function MonthPager({ months, currentId, onTurn }: MonthPagerProps) {
  const at = months.findIndex(({ id }) => id === currentId)
  return (
    <div className="flex gap-1">
      <Turn label="Previous month" to={months[at - 1]} icon={ChevronLeft} onTurn={onTurn} />
      <Turn label="Next month" to={months[at + 1]} icon={ChevronRight} onTurn={onTurn} />
    </div>
  )
}

interface TurnProps {
  label: string
  to: Month | undefined
  icon: typeof ChevronLeft
  onTurn: (monthId: string) => void
}

function Turn({ label, to, icon: Icon, onTurn }: TurnProps) {
  return (
    <IconButton
      label={to ? `${label}, ${to.label}` : label}
      aria-disabled={!to || undefined}
      onClick={to && (() => onTurn(to.id))}
      className="aria-disabled:cursor-not-allowed"
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
