import { Button, cx, RollingNumber, StickyBar, StickyBarSummary } from '@foyer/ui'
import type { useQuote } from '../../../data/use-quote.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'

/** The step's one primary action: in the ticket card on a desktop, in the bar on a phone. */
export interface StepAction {
  label: string
  onPress: () => void
  busy?: boolean
  busyLabel?: string
  /** Why it cannot be pressed yet. */
  disabledReason?: string | undefined
}

interface ActionButtonProps {
  action: StepAction
  size: 'md' | 'lg'
}

export function ActionButton({ action, size }: ActionButtonProps) {
  const { label, onPress, busy, busyLabel, disabledReason } = action
  return (
    <Button
      variant="primary"
      size={size}
      onClick={onPress}
      busy={busy}
      busyLabel={busyLabel}
      disabledReason={disabledReason}
      className={cx(size === 'md' && 'min-h-12 max-sm:max-w-[58vw] max-sm:px-3.5')}
    >
      {label}
    </Button>
  )
}

interface ActionBarProps {
  /** Null during an order change, where nothing is bought. */
  quote: ReturnType<typeof useQuote> | null
  action: StepAction
}

/** The phone's bar: the total and the next action. */
export function ActionBar({ quote, action }: ActionBarProps) {
  const money = useMoney()
  if (!quote) {
    return (
      <StickyBar
        label="Next step"
        summary={<StickyBarSummary total="Booked" note="Nothing changes yet" />}
        action={<ActionButton action={action} size="md" />}
      />
    )
  }
  if (!quote.isAsked) return <EmptyBar action={action} />
  const priced = quote.priced
  const total = priced?.quote.totalMinor ?? 0
  const feeNote = (feeMinor: number) =>
    feeMinor > 0 ? `incl. ${money.price(feeMinor)} fees` : 'No fees added'
  return (
    <StickyBar
      label="Total"
      summary={
        <StickyBarSummary
          total={
            <>
              {priced && !priced.isFinal && 'From '}
              <RollingNumber value={total} text={money.price(total)} />
            </>
          }
          note={priced && feeNote(priced.quote.feeMinor)}
        />
      }
      action={<ActionButton action={action} size="md" />}
    />
  )
}

/** Before a ticket is chosen: the event's lowest price. */
function EmptyBar({ action }: { action: StepAction }) {
  const { event } = useEventFlow()
  const money = useMoney()
  const lowest = event.fromAllInMinor
  return (
    <StickyBar
      label="Total"
      summary={
        <StickyBarSummary
          total={lowest === null ? 'No tickets yet' : lowestText(money.price(lowest), lowest)}
          note={lowest ? 'incl. fees' : 'Choose your tickets'}
        />
      }
      action={<ActionButton action={action} size="md" />}
    />
  )
}

const lowestText = (price: string, lowestMinor: number): string =>
  lowestMinor === 0 ? 'Free' : `From ${price}`
