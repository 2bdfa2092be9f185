import { Button, cx, RollingNumber, Skeleton, StickyBar, StickyBarSummary } from '@foyer/ui'
import type { ReactNode } from 'react'
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
  /** What pressing it means, in words for a first-time buyer. */
  hint?: string | undefined
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
  action: StepAction | undefined
  /** In place of the action, on a step whose choice goes on by itself: 'No time slot selected'. */
  waitsFor?: string | undefined
  /** A line above both: what is bought. */
  head?: ReactNode
  /** In place of the fees below the total: until when it is held. */
  note?: string | undefined
}

/** The phone's bar: the total and the next action. */
export function ActionBar({ quote, action, waitsFor, head, note }: ActionBarProps) {
  const money = useMoney()
  const button = action ? (
    <ActionButton action={action} size="md" />
  ) : (
    <span className="inline-flex min-h-12 items-center text-sm text-muted">{waitsFor}</span>
  )
  if (!quote) {
    return (
      <StickyBar
        label="Next step"
        summary={<StickyBarSummary total="Booked" note="Nothing changes yet" />}
        action={button}
      />
    )
  }
  if (!quote.isAsked) return <PriceBar action={button} />
  const priced = quote.priced
  const total = priced?.quote.totalMinor ?? 0
  const feeNote = ({ feeMinor, taxMinor }: { feeMinor: number; taxMinor: number }) => {
    const parts = [
      ...(feeMinor > 0 ? [`${money.price(feeMinor)} fees`] : []),
      ...(taxMinor > 0 ? [`${money.price(taxMinor)} tax`] : []),
    ]
    return parts.length > 0 ? `incl. ${parts.join(', ')}` : 'No fees added'
  }
  return (
    <StickyBar
      label="Total"
      head={head}
      summary={
        <StickyBarSummary
          total={
            priced ? (
              <>
                {!priced.isFinal && 'From '}
                <RollingNumber value={total} text={money.price(total)} />
              </>
            ) : (
              <Skeleton className="my-0.5 h-6 w-20" />
            )
          }
          note={note ?? (priced ? feeNote(priced.quote) : <Skeleton className="h-4 w-16" />)}
        />
      }
      action={button}
    />
  )
}

/** The bar before a ticket is chosen: the event's lowest price. */
export function PriceBar({ action }: { action: ReactNode }) {
  const { event } = useEventFlow()
  const money = useMoney()
  const lowest = event.fromAllInMinor
  return (
    <StickyBar
      label="Total"
      summary={
        <StickyBarSummary
          total={
            lowest === null
              ? 'No tickets yet'
              : `${lowest > 0 ? 'From ' : ''}${money.offer(lowest)}`
          }
          note={lowest ? 'incl. fees' : 'Choose your tickets'}
        />
      }
      action={action}
    />
  )
}
