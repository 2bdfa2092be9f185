import type { ReactNode } from 'react'

/** Ids of the sections that facts lead to. */
export const SECTION_IDS = { venue: 'venue', access: 'access', changes: 'changes' } as const

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A titled part of the event's page. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-name`} className="mt-10 scroll-mt-6 lg:mt-12">
      <h2 id={`${id}-name`} className="mb-3 font-display text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
