import type { RefundPreview } from '@foyer/contract'
import { formatAmount, formatShortDate } from '@foyer/domain'
import { Notice, Skeleton } from '@foyer/ui'
import { failureText } from '../../../data/failure-text.ts'
import { type FigureRow, FiguresBox } from '../figures-box.tsx'

interface PreviewBoxProps {
  preview: RefundPreview | undefined
  /** Whether a newer preview is on its way. */
  isPending: boolean
  error: unknown
  locale: string
}

/** What goes back, of what, to which charge, and what it leaves; as the server will decide it. */
export function PreviewBox({ preview, isPending, error, locale }: PreviewBoxProps) {
  if (error) return <Notice tone="danger">{failureText(error)}</Notice>
  if (!preview) {
    return isPending ? (
      <Skeleton className="h-36 w-full rounded-md" />
    ) : (
      <p className="rounded-md border border-edge px-4 py-3 text-sm text-muted">
        Choose what goes back, and the amounts are shown here.
      </p>
    )
  }
  return (
    <FiguresBox
      label="What goes back"
      title="Goes back to the buyer"
      amount={formatAmount(preview.amountMinor, preview.currency, locale)}
      rows={rowsOf(preview, locale)}
      isPending={isPending}
    />
  )
}

function rowsOf(preview: RefundPreview, locale: string): FigureRow[] {
  const amount = (minor: number) => formatAmount(minor, preview.currency, locale)
  const { feeMinor, taxMinor, feeTaxMinor, ticketNumbers, addOns, charges, leftMinor } = preview
  const platformMinor = charges.reduce((sum, charge) => sum + charge.platformFeeMinor, 0)
  const rows: [string, string | null][] = [
    ['Of it service fees', feeMinor > 0 ? amount(feeMinor) : null],
    ['Of it taxes', taxMinor + feeTaxMinor > 0 ? amount(taxMinor + feeTaxMinor) : null],
    ...addOns.map(({ name, amountMinor }): [string, string] => [
      `Of it ${name}`,
      amount(amountMinor),
    ]),
    ...charges.map(({ paidAt, capturedMinor, amountMinor }): [string, string] => [
      `To the charge of ${formatShortDate(paidAt.slice(0, 10), locale)}, ${amount(capturedMinor)}`,
      amount(amountMinor),
    ]),
    ['The platform returns to you', platformMinor > 0 ? amount(platformMinor) : null],
    ['Tickets that end', ticketNumbers.length > 0 ? ticketNumbers.join(', ') : 'None'],
    ['Left of what was paid', amount(leftMinor)],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}
