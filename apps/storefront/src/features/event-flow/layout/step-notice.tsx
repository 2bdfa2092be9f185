import { formatLongDate, parseSelection, totalQuantity } from '@foyer/domain'
import { cx, IconButton, Notice } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { type ReactNode, useState } from 'react'
import { useApp } from '../../../shared/app-context.tsx'
import { type EventFlow, useEventFlow } from '../engine/event-flow-context.tsx'
import { problemAt } from '../engine/flow.ts'
import { NearestDays } from './other-days.tsx'
import { problemTexts } from './problem-texts.ts'

/** What blocks a step. */
export interface StepProblem {
  title: string
  text: string
  /** Links and buttons that help. */
  actions?: ReactNode
  /** The shortest of them, for small spaces. */
  briefActions?: ReactNode
}

interface StepNoticeProps {
  own: StepProblem | undefined
  /** Of the notice in the flow of the page. */
  className?: string
}

/**
 * Shows the step's own problem, else why a link to a later step leads here. A problem that came
 * with the page is in the flow of the page; a later one floats, so that nothing moves away under a
 * finger.
 */
export function StepNotice({ own, className }: StepNoticeProps) {
  const flow = useEventFlow()
  const fromLink = useProblemOfLink()
  const problem = own ?? fromLink
  const [first, setFirst] = useState<StepProblem | null>()
  // Derived while rendering, so that a problem is never painted first in one position and then in
  // the other.
  if (first === undefined && isLoaded(flow)) setFirst(problem)
  const inPlace = first === undefined ? problem : first
  return (
    <>
      {inPlace && (
        <Notice
          tone="warning"
          title={inPlace.title}
          announce="status"
          actions={inPlace.actions}
          // A solved problem leaves its space empty, so that nothing below moves up.
          className={cx(className, !problem && 'invisible')}
        >
          {inPlace.text}
        </Notice>
      )}
      <LateNotice problem={problem?.title === inPlace?.title ? null : problem} />
    </>
  )
}

function useProblemOfLink(): StepProblem | null {
  const { flow, facts, search, step } = useEventFlow()
  const { locale } = useApp().tenant
  const problem = problemAt(flow, step, facts)
  if (!problem) return null
  const isOnlyDay = facts.skipped.has('date')
  // The page of an event with one date says when it is on sale.
  if (problem === 'date_not_on_sale' && step === 'date' && isOnlyDay) return null
  const words = problemTexts[problem]({
    day: search.date ? formatLongDate(search.date, locale) : '',
    isOnlyDay,
    hasTickets: totalQuantity(parseSelection(search.types)) > 0,
  })
  // The page of an event with one date offers that date.
  if (step !== 'date' || isOnlyDay) return words
  return {
    ...words,
    actions: <NearestDays opens={flow.mode === 'purchase' ? 'tickets' : 'time'} />,
  }
}

/** True once the data that a problem is derived from has loaded. */
const isLoaded = ({ step, calendar, daily, ticketTypes }: EventFlow): boolean =>
  calendar.isSuccess && (step === 'date' || (daily.isSuccess && ticketTypes.isSuccess))

/**
 * Above the phone's bar; at the start corner on wide screens, where it does not cover the ticket
 * card's action.
 */
function LateNotice({ problem }: { problem: StepProblem | null }) {
  const [dismissed, setDismissed] = useState<string>()
  const isShown = problem !== null && problem.title !== dismissed
  return (
    // Rendered before it has text: a screen reader announces only what is added to a region it
    // knows.
    <div
      role="status"
      className="fixed inset-x-4 bottom-[calc(1rem+var(--sticky-bar-height,0px))] z-30 sm:inset-x-auto sm:start-6 sm:bottom-[calc(1.5rem+var(--sticky-bar-height,0px))] sm:w-100 lg:start-[max(1.5rem,calc((100vw-var(--container-page))/2+1.5rem))]"
    >
      {isShown && (
        <div className="relative animate-rise">
          <Notice
            tone="warning"
            title={problem.title}
            actions={problem.briefActions}
            className="pe-12 shadow-float"
          >
            {problem.text}
          </Notice>
          <IconButton
            label="Dismiss"
            onClick={() => setDismissed(problem.title)}
            className="absolute end-1 top-1"
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
