import type { ChangeQuote } from '@foyer/contract'
import { formatSummand } from '@foyer/domain'
import { Notice, Skeleton } from '@foyer/ui'
import { failureText } from '../../../data/failure-text.ts'
import { FiguresBox } from '../figures-box.tsx'
import { figuresOf, outcomeOf } from './change-texts.ts'

interface ChangeBoxProps {
  change: ChangeQuote | undefined
  /** What is read while nothing is chosen. */
  hint: string
  /** Whether newer figures are on their way. */
  isPending: boolean
  error: unknown
  locale: string
}

/** What the buyer pays or gets back for a change, and that nobody enters a card at the desk. */
export function ChangeBox({ change, hint, isPending, error, locale }: ChangeBoxProps) {
  if (error) return <Notice tone="danger">{failureText(error)}</Notice>
  if (!change) {
    return isPending ? (
      <Skeleton className="h-36 w-full rounded-md" />
    ) : (
      <p className="rounded-md border border-edge px-4 py-3 text-sm text-muted">{hint}</p>
    )
  }
  const amount = (minor: number) => formatSummand(minor, change.after.currency, locale)
  const { title, minor } = outcomeOf(change)
  return (
    <FiguresBox
      label="What it costs"
      title={title}
      amount={amount(minor)}
      rows={figuresOf(change, amount)}
      isPending={isPending}
    >
      {change.dueMinor > 0 && (
        <p className="mt-1 border-t border-edge pt-2 text-muted">
          Nobody enters a card at the desk: the buyer gets a link by mail, and pays there. The new
          tickets are held meanwhile.
        </p>
      )}
    </FiguresBox>
  )
}
