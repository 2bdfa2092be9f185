import { useState } from 'react'
import {
  AvailabilityMark,
  Badge,
  Button,
  Disclosure,
  EmptyState,
  ErrorCard,
  Notice,
  RollingNumber,
  Skeleton,
  SkeletonGroup,
  Spinner,
  StepIndicator,
} from '../src/index.ts'
import { Section } from './section.tsx'

const steps = [
  { id: 'date', label: 'Date' },
  { id: 'tickets', label: 'Tickets' },
  { id: 'time', label: 'Time' },
  { id: 'review', label: 'Review' },
  { id: 'payment', label: 'Payment' },
]

export function Feedback() {
  const [cents, setCents] = useState(6996)
  return (
    <>
      <Section title="Steps">
        <StepIndicator
          label="Booking steps"
          steps={steps}
          currentId="time"
          renderLink={(step, content) => <a href={`#${step.id}`}>{content}</a>}
        />
      </Section>
      <Section title="Marks">
        <div className="flex flex-wrap items-center gap-5">
          <AvailabilityMark level="available" />
          <AvailabilityMark level="few" />
          <AvailabilityMark level="few">12 left</AvailabilityMark>
          <AvailabilityMark level="soldOut" />
          <Badge>Concert</Badge>
          <Badge tone="success">Valid</Badge>
          <Badge tone="warning">Selling fast</Badge>
          <Badge tone="danger">Cancelled</Badge>
          <Spinner label />
          <span className="font-display text-lg font-bold">
            <RollingNumber value={cents} text={`$${(cents / 100).toFixed(2)}`} />
          </span>
          <Button onClick={() => setCents((now) => now + 3498)}>One more</Button>
        </div>
      </Section>
      <Section title="Notices">
        <div className="grid gap-3 md:grid-cols-2">
          <Notice title="Times are in Pacific Time">The venue is in Portland, Oregon.</Notice>
          <Notice tone="success" title="Email Sent">
            Tickets have been sent to ada@example.com
          </Notice>
          <Notice tone="warning" title="5 minutes left" actions={<Button>More time</Button>}>
            We’re holding your 2 tickets until 7:42 PM.
          </Notice>
          <Notice tone="danger" title="Your card was declined" announce="none">
            The bank gave no reason. Your tickets are still held; try another card.
          </Notice>
        </div>
        <div className="mt-6 grid gap-6 md:grid-cols-2">
          <ErrorCard
            title="Failed to Load Events"
            message="Unable to connect to the Event API. Please try again later."
            onRetry={() => {}}
          />
          <EmptyState title="No Time Slots Available" actions={<Button>Choose another day</Button>}>
            Everything on Saturday, December 5 is sold out. The nearest day with tickets is Sunday.
          </EmptyState>
        </div>
      </Section>
      <Section title="Skeleton, disclosure">
        <div className="grid gap-8 md:grid-cols-2">
          <SkeletonGroup className="flex flex-col gap-3">
            <Skeleton className="aspect-4/3 rounded-lg" />
            <Skeleton className="h-7 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
          </SkeletonGroup>
          <Disclosure
            summary="Show order summary"
            aside={<b className="font-display">$69.96</b>}
            open
          >
            <p className="pb-3 text-muted">2 × General Admission, fees included.</p>
          </Disclosure>
        </div>
      </Section>
    </>
  )
}
