import { ApiError, COMMON_ERRORS } from '@foyer/contract'
import { formatLongDate, HOLD_SECONDS, zoneName } from '@foyer/domain'
import {
  Skeleton,
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  type TicketCardStage,
  TicketCardTear,
} from '@foyer/ui'
import type { ReactNode } from 'react'
import type { useQuote } from '../../../data/use-quote.ts'
import type { FlowSearch } from '../../../routing/search.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { nameOf, venueOf } from '../../../shared/event/event-text.ts'
import { Poster } from '../../../shared/event/poster.tsx'
import { QuoteLines, QuoteTotals } from '../../../shared/order/quote-rows.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'

interface FlowCardProps {
  draft: FlowSearch
  quote: ReturnType<typeof useQuote>
  action: ReactNode
  title?: string | undefined
  stage: TicketCardStage
}

const HOLD_MINUTES = HOLD_SECONDS / 60

/** The ticket card while the buyer chooses: every choice adds a line. */
export function FlowCard({ draft, quote, action, title, stage }: FlowCardProps) {
  const { event, session } = useEventFlow()
  return (
    <TicketCard stage={stage} label={title ?? 'Your order'}>
      <TicketCardHeader
        title={nameOf(event)}
        poster={
          <div className="max-lg:hidden">
            <Poster event={event} format="wide" date={draft.date} isCarried />
          </div>
        }
      >
        <When draft={draft} />
        <p>{venueOf(event, session)}</p>
      </TicketCardHeader>
      <TicketCardBody aria-busy={quote.isUpdating}>
        {title && <h3 className="mb-2 text-sm font-semibold">{title}</h3>}
        {quote.isAsked ? (
          <Lines quote={quote} />
        ) : (
          <p className="text-sm text-muted">{event.description ?? 'No tickets chosen yet'}</p>
        )}
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>
        {quote.isAsked ? (
          <Totals quote={quote} />
        ) : (
          <p className="text-sm text-muted">
            Reserving holds your tickets for {HOLD_MINUTES} minutes.
          </p>
        )}
        {action && <div className="mt-4 grid max-lg:hidden">{action}</div>}
      </TicketCardFooter>
    </TicketCard>
  )
}

function When({ draft }: { draft: FlowSearch }) {
  const { event, session } = useEventFlow()
  const { locale } = useApp().tenant
  if (!draft.date) return <p>Choose a date to begin</p>
  const zone = session && zoneName(session.start_time, event.venue_timezone, locale)
  return (
    <>
      <p className="text-text">{formatLongDate(draft.date, locale)}</p>
      {session && (
        <p>
          <span className="text-text">{session.local_time}</span>, {zone}
        </p>
      )}
    </>
  )
}

function Lines({ quote: { priced, error } }: { quote: FlowCardProps['quote'] }) {
  const { locale } = useApp().tenant
  if (priced) return <QuoteLines quote={priced.quote} locale={locale} />
  if (error) return <p className="text-sm text-muted">{failureText(error)}</p>
  return <Skeleton className="h-5.5 w-full" />
}

/** Failures that say nothing about the choice: no answer, and what any call may be refused for. */
const NOT_ABOUT_THE_CHOICE: ReadonlySet<string> = new Set(['network_error', ...COMMON_ERRORS])

/** Why there is no price: the server's text if it refused the choice, such as too many tickets. */
const failureText = (error: Error): string =>
  (error instanceof ApiError && !NOT_ABOUT_THE_CHOICE.has(error.code) && error.text) ||
  'The price could not be loaded. Your choice is kept.'

function Totals({ quote: { priced, error } }: { quote: FlowCardProps['quote'] }) {
  const { locale } = useApp().tenant
  if (error) return null
  if (!priced) {
    return (
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-5.5 w-full" />
        <Skeleton className="h-5.5 w-full" />
        <Skeleton className="h-7 w-full" />
      </div>
    )
  }
  return (
    <>
      <QuoteTotals quote={priced.quote} locale={locale} isFrom={!priced.isFinal} />
      {!priced.isFinal && (
        <p className="mt-1 text-xs text-muted">The time you choose next settles the price.</p>
      )}
    </>
  )
}
