import type { ReactNode } from 'react'

/** A label with its amount. */
export type FigureRow = readonly [label: string, value: string]

interface FiguresBoxProps {
  /** Names the box. */
  label: string
  /** What the sum is, and the sum. */
  title: string
  amount: string
  rows: readonly FigureRow[]
  /** Whether newer figures are on their way. */
  isPending: boolean
  children?: ReactNode
}

/** What an act does with money, as the server will decide it: the sum, and what it is made of. */
export function FiguresBox({ label, title, amount, rows, isPending, children }: FiguresBoxProps) {
  return (
    <section
      aria-label={label}
      aria-busy={isPending}
      className="rounded-md border border-edge px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4" role="status">
        <span className="font-semibold">{title}</span>
        <span className="figures font-display text-lg font-semibold">{amount}</span>
      </p>
      <dl className="figures mt-2 divide-y divide-edge">
        {rows.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may read alike
          <div key={index} className="flex justify-between gap-x-4 py-1.5">
            <dt className="min-w-0 wrap-anywhere text-muted">{name}</dt>
            <dd className="text-end">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
