import { cx } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'

const STEPS = ['Sent to your bank', 'Confirmed by your bank', 'Tickets issued'] as const

/** How far a payment has come, as far as this page was told. */
export function PaymentSteps({ isPaid }: { isPaid: boolean }) {
  const current = isPaid ? 2 : 1
  return (
    <ol aria-label="Progress of your payment" className="mt-6 flex flex-col gap-3">
      {STEPS.map((label, index) => {
        const isDone = index < current
        return (
          <li
            key={label}
            aria-current={index === current ? 'step' : undefined}
            className={cx('flex items-center gap-3', index > current && 'text-muted')}
          >
            <Mark isDone={isDone} isCurrent={index === current} />
            <span className={cx(index === current && 'font-semibold')}>{label}</span>
            <span className="text-sm text-muted">{isDone ? 'Done' : 'Waiting'}</span>
          </li>
        )
      })}
    </ol>
  )
}

const Mark = ({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      'grid size-5 shrink-0 place-items-center rounded-full border-2',
      isDone && 'border-success-text text-success-text',
      isCurrent && 'border-accent-text',
      !isDone && !isCurrent && 'border-edge-strong',
    )}
  >
    {isDone && <Check className="size-3" strokeWidth={3} />}
    {isCurrent && <span className="size-2 rounded-full bg-accent-text" />}
  </span>
)
