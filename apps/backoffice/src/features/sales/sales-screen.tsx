import { Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { FetchFailed, Section } from '../../shared/page.tsx'
import { CodesSection } from './codes-section.tsx'
import { EventRulesForm } from './event-rules-form.tsx'
import { SaleSummaryCard } from './sale-summary-card.tsx'
import { salesQuery } from './sales-queries.ts'
import { SessionsSection } from './sessions-section.tsx'
import { TypesSection } from './types-section.tsx'

interface SalesScreenProps {
  organizer: string
  eventId: string
  mayChange: boolean
}

/** When an event may be bought: what buyers see now, and everything that decides it. */
export function SalesScreen({ organizer, eventId, mayChange }: SalesScreenProps) {
  const query = useQuery(salesQuery(organizer, eventId))
  if (query.isPending) {
    return (
      <SkeletonGroup label="Loading the sales" className="flex flex-col gap-4">
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-64 w-full" />
      </SkeletonGroup>
    )
  }
  if (!query.data) {
    return (
      <FetchFailed
        what="The sales of this event"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  const sales = query.data
  const props = { organizer, sales, mayChange }
  return (
    <>
      <SaleSummaryCard {...props} />
      <div className="mt-8">
        <Section
          title="The event"
          description={`When its sales start and end, and what one order may have. Times are at the venue (${sales.timeZone.replaceAll('_', ' ')}).`}
        >
          <EventRulesForm key={sales.eventId} {...props} />
        </Section>
        <Section
          title="Ticket types"
          description="A window of a type counts in addition to the event’s: the later start and the earlier end."
        >
          <TypesSection {...props} />
        </Section>
        <Section
          title="Access codes"
          description="A code unlocks hidden ticket types, or lets its bearer buy before sales start. It changes no price."
        >
          <CodesSection {...props} />
        </Section>
        <Section
          title="Single dates"
          description="A date may have a window and a cut-off of its own, in place of the event’s."
        >
          <SessionsSection {...props} />
        </Section>
      </div>
    </>
  )
}
