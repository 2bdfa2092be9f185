import type { ReactNode } from 'react'

/** What is asked at the left and the answer at the right; on a phone one below the other. */
export function Columns({ form, result }: { form: ReactNode; result: ReactNode }) {
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="min-w-0">{form}</div>
      <section aria-label="Result" aria-live="off" className="min-w-0">
        {result}
      </section>
    </div>
  )
}

/** Shown until something is simulated. */
export const NothingYet = ({ children }: { children: ReactNode }) => (
  <p className="rounded-lg border border-dashed border-edge p-6 text-sm text-muted">{children}</p>
)
