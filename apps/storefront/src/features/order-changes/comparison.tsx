import { ArrowRight } from '@foyer/ui/icons'
import { type ReactNode, useId } from 'react'

interface ComparisonProps {
  before: Side
  after: Side
}

interface Side {
  title: string
  children: ReactNode
}

/** The current booking and the new one, side by side on wide screens. */
export function Comparison({ before, after }: ComparisonProps) {
  return (
    <div className="grid items-start gap-x-6 gap-y-4 border-y border-edge py-6 sm:grid-cols-[1fr_auto_1fr]">
      <SideOf {...before} />
      <ArrowRight aria-hidden="true" className="size-5 text-muted max-sm:rotate-90 sm:mt-8" />
      <SideOf {...after} isNew />
    </div>
  )
}

function SideOf({ title, children, isNew = false }: Side & { isNew?: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={isNew ? '' : 'text-muted'}>
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      <div className="mt-2">{children}</div>
    </section>
  )
}
