import { buttonStyle } from '@foyer/ui'
import type { ReactNode } from 'react'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { Art } from './art.tsx'

interface DeadEndProps {
  title: ReactNode
  children: ReactNode
  /** The one thing to try first; the link back to the events then comes second. */
  first?: ReactNode
  /** Shown after the link back to the events. */
  actions?: ReactNode
  /** Small print below everything else. */
  footnote?: ReactNode
}

/** A page that cannot be shown: the reason, and where to go instead. */
export function DeadEnd({ title, children, first, actions, footnote }: DeadEndProps) {
  return (
    <div className="mx-auto grid max-w-page items-center gap-x-16 gap-y-10 px-4 pt-6 sm:px-6 md:grid-cols-[1fr_minmax(0,20rem)] md:pt-16">
      <div>
        <h1 className="font-display text-display font-bold">{title}</h1>
        <div className="mt-5 max-w-prose text-base text-muted">{children}</div>
        <div className="mt-8 flex flex-wrap gap-3">
          {first}
          <Link {...paths.eventList()} className={buttonStyle(first ? 'quiet' : 'primary', 'lg')}>
            Back to Events
          </Link>
          {actions}
        </div>
        {footnote && <div className="mt-10 text-xs text-muted">{footnote}</div>}
      </div>
      {/* A closed door with light below it. */}
      <Art
        name="doorway"
        className="order-first aspect-4/5 w-40 rounded-lg md:order-last md:w-full"
      />
    </div>
  )
}
