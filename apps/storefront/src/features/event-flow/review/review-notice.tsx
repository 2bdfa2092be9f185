import { Button, buttonStyle, Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { Link } from '../../../routing/link.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import type { ReviewBlock } from './review-block.ts'

interface ReviewNoticeProps {
  block: ReviewBlock
  /** Fetches prices and places again. */
  onRefresh: () => void
}

/** What stands in the way of the order, and the way around it. */
export function ReviewNotice({ block, onRefresh }: ReviewNoticeProps) {
  switch (block) {
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
