import { Stepper } from '@foyer/ui'

export interface CountedLine {
  id: string
  name: string
  price: string
  /** The most that one order may have of it. */
  most: number
}

interface CountedLinesProps {
  title: string
  error?: string | undefined
  lines: readonly CountedLine[]
  counts: Readonly<Record<string, number>>
  onChange: (counts: Readonly<Record<string, number>>) => void
}

/** Ticket types or add-ons, each with how many of it are in the cart. */
export function CountedLines({ title, error, lines, counts, onChange }: CountedLinesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{title}</legend>
      {lines.length === 0 && <p className="mt-1 text-sm text-muted">None are sold yet.</p>}
      <ul className="mt-1.5 divide-y divide-edge border-y border-edge empty:hidden">
        {lines.map(({ id, name, price, most }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-1.5 text-sm">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{name}</span>
              <span className="figures block text-muted">{price}</span>
            </span>
            <Stepper
              label={name}
              value={counts[id] ?? 0}
              max={most}
              maxReason={`${most} per order`}
              onChange={(quantity) => onChange({ ...counts, [id]: quantity })}
              className="shrink-0"
            />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}
