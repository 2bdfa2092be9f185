import { ApiError, type TicketTypeView } from '@foyer/contract'
import type { Selection } from '@foyer/domain'
import { Button, buttonStyle, Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { Link } from '../../../routing/link.tsx'
import { CookiesBlockedNotice } from '../../../shared/page/browser-notices.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import type { DailySession } from '../engine/facts.ts'

interface ReviewNoticeProps {
  block: ReviewBlock
  /** Fetches prices and availability again. */
  onRefresh: () => void
}

/** What blocks the order, and the remedy. */
export function ReviewNotice({ block, onRefresh }: ReviewNoticeProps) {
  switch (block) {
    case 'no_cookies':
      return <CookiesBlockedNotice />
    case 'pricing':
      return (
        <BlockNotice
          title="Pricing Issue"
          action={<Button onClick={onRefresh}>Refresh prices</Button>}
        >
          Dynamic pricing is still loading. Please wait a moment or try refreshing the page.
        </BlockNotice>
      )
    case 'no_session':
      return (
        <BlockNotice title="No time slot selected" action={<OtherTime />}>
          Your date and tickets are kept.
        </BlockNotice>
      )
    case 'session_not_found':
      return (
        <BlockNotice title="Selected session not found" action={<OtherTime />}>
          This time is no longer offered. Your date and tickets are kept.
        </BlockNotice>
      )
  }
}

interface BlockNoticeProps {
  title: string
  action: ReactNode
  children: string
}

function BlockNotice({ title, action, children }: BlockNoticeProps) {
  return (
    <Notice tone="danger" title={title} actions={action} className="mb-6">
      {children}
    </Notice>
  )
}

function OtherTime() {
  const { linkTo, search } = useEventFlow()
  return (
    <Link {...linkTo('time', search)} className={buttonStyle()}>
      Choose a time
    </Link>
  )
}

/** Why an order with all choices made cannot be reserved. */
type ReviewBlock = 'no_cookies' | 'pricing' | 'no_session' | 'session_not_found'

interface ReviewFacts {
  areCookiesBlocked: boolean
  /** The session of the URL, or the day's only one. */
  sessionId: string | undefined
  session: DailySession | undefined
  /** Whether the day's prices are loaded; before that a missing session blocks nothing. */
  isDayLoaded: boolean
  selection: Selection
  ticketTypes: readonly TicketTypeView[]
  quoteError: unknown
}

/** Null when the order can be reserved. */
export function reviewBlockOf(facts: ReviewFacts): ReviewBlock | null {
  if (facts.areCookiesBlocked) return 'no_cookies'
  if (!facts.sessionId) return 'no_session'
  if (facts.isDayLoaded && !facts.session) return 'session_not_found'
  if (facts.quoteError instanceof ApiError && facts.quoteError.code === 'price_not_ready') {
    return 'pricing'
  }
  return facts.ticketTypes.some((type) => isUnpriced(type, facts)) ? 'pricing' : null
}

function isUnpriced(type: TicketTypeView, { selection, session }: ReviewFacts): boolean {
  if (type.pricing_mode !== 'dynamic' || !selection[type.id] || !session) return false
  const price = session.ticket_prices.find(({ ticket_type_id }) => ticket_type_id === type.id)
  return (price?.all_in_minor ?? null) === null
}
