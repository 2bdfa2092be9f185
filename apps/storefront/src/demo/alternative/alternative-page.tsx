import { formatLongDate } from '@foyer/domain'
import {
  Button,
  buttonStyle,
  StepIndicator,
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardRow,
  TicketCardRows,
  TicketCardTear,
} from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { type ReactNode, useEffect, useReducer, useRef } from 'react'
import { useParams } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { PageHead } from '../../shared/page/page-head.tsx'
import { DemoNotice } from '../demo-notice.tsx'
import { DEMO_EVENT, DEMO_EVENT_ID } from '../sample-data.ts'
import { dollars } from '../sample-order.tsx'
import { type AltState, canGoOn, linesOf, reduce, START, STEPS, totalOf } from './flow.ts'
import { AddOnsStep, DateStep, PaymentStep, TicketsStep, TimeStep } from './steps.tsx'

const SCREENS = {
  date: { heading: 'Select a Date', Screen: DateStep },
  ticketSelection: { heading: 'Select Tickets', Screen: TicketsStep },
  timeSlots: { heading: 'Select Time', Screen: TimeStep },
  addOns: { heading: 'Add-ons', Screen: AddOnsStep },
  payment: { heading: 'Payment', Screen: PaymentStep },
}

/** A different checkout for one sample event; its state exists in this page only. */
export function AlternativePage() {
  const { eventId = '' } = useParams()
  return eventId.toLowerCase() === DEMO_EVENT_ID ? <AlternativeFlow /> : <EventNotFound />
}

function AlternativeFlow() {
  const [state, act] = useReducer(reduce, START)
  const { heading, Screen } = SCREENS[state.step]
  const isFirst = state.step === 'date'
  const headingRef = useHeadingFocus(state.step)
  return (
    <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
      <PageHead title={`${DEMO_EVENT.name}, another way`} isUnlisted />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-16">
        <div className="min-w-0">
          <div className="flex min-h-target items-center gap-x-6 border-b border-edge pb-3">
            {isFirst ? (
              <Link {...paths.eventList()} className={buttonStyle('ghost', 'md', '-ms-3')}>
                <ArrowLeft aria-hidden="true" className="size-4" />
                All events
              </Link>
            ) : (
              <Button variant="ghost" className="-ms-3" onClick={() => act({ kind: 'goBack' })}>
                <ArrowLeft aria-hidden="true" className="size-4" />
                Back
              </Button>
            )}
            <StepIndicator
              label="Steps"
              steps={STEPS}
              currentId={state.step}
              className="ms-auto min-w-0 max-md:flex-1"
            />
          </div>
          <h1 ref={headingRef} tabIndex={-1} className="mt-8 font-display text-title font-bold">
            {heading}
          </h1>
          <div className="mt-6 grid gap-8">
            {isFirst && <DemoNotice />}
            <Screen state={state} act={act} />
          </div>
        </div>
        <aside className="lg:sticky lg:top-6">
          <AlternativeCard state={state}>
            {state.step !== 'date' && state.step !== 'payment' && (
              <Button
                variant="primary"
                size="lg"
                className="w-full"
                disabled={!canGoOn(state)}
                onClick={() => act({ kind: 'goOn' })}
              >
                Continue
              </Button>
            )}
          </AlternativeCard>
        </aside>
      </div>
    </div>
  )
}

/**
 * A new step is announced, and the next Tab starts at its heading. The first step is announced with
 * the page.
 */
function useHeadingFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

function EventNotFound() {
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead title="Event Not Found" isUnlisted />
      <h1 className="font-display text-title font-bold">Event Not Found</h1>
      <p className="mt-4 max-w-prose text-muted">
        This way to tickets is a demonstration, and it works for one sample event.
      </p>
      <Link {...paths.eventList()} className={buttonStyle('primary', 'lg', 'mt-8')}>
        Return Home
      </Link>
    </div>
  )
}

/** The choices so far, with the step's action below. */
function AlternativeCard({ state, children }: { state: AltState; children: ReactNode }) {
  const lines = linesOf(state)
  return (
    <TicketCard stage="choosing" label="Your order">
      <TicketCardHeader title={DEMO_EVENT.name}>
        <span>{DEMO_EVENT.venue}</span>
        {state.date && <span>{formatLongDate(state.date)}</span>}
        {state.time && <span>{state.time}</span>}
      </TicketCardHeader>
      <TicketCardBody>
        <TicketCardRows>
          {lines.map(({ label, amountMinor }) => (
            <TicketCardRow key={label} label={label} amount={dollars(amountMinor)} />
          ))}
          <TicketCardRow total label="Total" amount={dollars(totalOf(state))} />
        </TicketCardRows>
      </TicketCardBody>
      {children && (
        <>
          <TicketCardTear />
          <TicketCardFooter>{children}</TicketCardFooter>
        </>
      )}
    </TicketCard>
  )
}
