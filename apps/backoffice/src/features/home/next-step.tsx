import { checklistProgress, may, nextSteps, type Role } from '@foyer/domain'
import { ArrowRight } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { checklistQuery } from '../../data/queries.ts'
import { STEP_TEXTS } from './step-texts.ts'

interface NextStepProps {
  organizer: { slug: string; role: Role }
  /** The event whose screens are open; without one, the event that is nearest to its first sale. */
  eventId: string | undefined
}

/**
 * What comes next until sales can open, beside every screen: a person who has just saved something need not
 * look for the checklist. Nothing once all is done.
 */
export function NextStep({ organizer: { slug, role }, eventId }: NextStepProps) {
  const mayChange = may(role, 'catalog.change')
  const { data: view } = useQuery({ ...checklistQuery(slug, eventId), enabled: mayChange })
  if (!view || !mayChange) return null
  const links = nextSteps(view.steps).flatMap((step) => {
    const { title, link, permission } = STEP_TEXTS[step]
    const to = may(role, permission) ? link(slug, view.event?.id) : null
    return to ? [{ step, title, to }] : []
  })
  if (links.length === 0) return null
  const { done, all } = checklistProgress(view.steps)
  return (
    <nav aria-label="Set-up" className="rounded-lg border border-edge p-3 text-sm">
      <p className="flex items-baseline justify-between gap-3 text-muted">
        <span className="min-w-0 truncate">{view.event?.name ?? 'Set-up'}</span>
        <span className="figures shrink-0">
          {done} of {all} done
        </span>
      </p>
      <progress
        className="progress-line mt-2"
        max={all}
        value={done}
        aria-label="Steps that are done"
      />
      <ul className="mt-1">
        {links.map(({ step, title, to }, index) => (
          <li key={step}>
            <Link
              {...to}
              className="group flex min-h-target items-center justify-between gap-2 font-semibold"
            >
              <span>
                <span className="font-normal text-muted">{index === 0 ? 'Next: ' : 'Or: '}</span>
                {title}
              </span>
              <ArrowRight
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
