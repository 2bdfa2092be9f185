import { formatLongDate, formatSelection, parseSelection, totalQuantity } from '@foyer/domain'
import { EmptyState, ErrorCard, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { addOnsQuery } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { nextLabels } from '../layout/next-labels.ts'
import { StepLayout } from '../layout/step-layout.tsx'
import { AddOnList } from './add-on-list.tsx'
import { useExtras } from './use-extras.ts'

/** Add-ons as a separate step. They are optional: one press continues without any. */
export function AddOnsStep() {
  const { next, goOn, search, session } = useEventFlow()
  const { locale } = useApp().tenant
  const [extras, change] = useExtras()
  const draft = { ...search, session: session?.session_id, addons: formatSelection(extras) }
  const day = search.date ? formatLongDate(search.date, locale) : ''
  const hasExtras = totalQuantity(extras) > 0
  return (
    <StepLayout
      heading="Add-ons"
      lead={session ? `${day}, ${session.local_time}` : day}
      draft={draft}
      action={{
        label: hasExtras ? nextLabels[next] : 'Skip Add-ons',
        onPress: () => goOn({ ...search, addons: draft.addons }),
      }}
    >
      <Choice extras={extras} onChange={change} />
    </StepLayout>
  )
}

interface ChoiceProps {
  extras: ReturnType<typeof useExtras>[0]
  onChange: ReturnType<typeof useExtras>[1]
}

function Choice({ extras, onChange }: ChoiceProps) {
  const { event, search } = useEventFlow()
  const addOns = useQuery(addOnsQuery(useApp(), event.id))
  if (addOns.isPending) return <AddOnsSkeleton />
  if (!addOns.data) {
    return (
      <ErrorCard
        level={2}
        title="The add-ons could not be loaded"
        message="Your tickets are kept. Try again, or go on without add-ons."
        onRetry={() => void addOns.refetch()}
        retrying={addOns.isFetching}
      />
    )
  }
  if (addOns.data.length === 0) {
    return (
      <EmptyState level={2} title="No Add-ons Available">
        There is nothing to add to this event.
      </EmptyState>
    )
  }
  return (
    <AddOnList
      level={2}
      addOns={addOns.data}
      selection={extras}
      ticketCount={totalQuantity(parseSelection(search.types))}
      onChange={onChange}
    />
  )
}

/** Placeholder of two add-ons, with the shape of the list. */
function AddOnsSkeleton() {
  return (
    <SkeletonGroup className="divide-y divide-edge border-y border-edge">
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-wrap items-center justify-between gap-4 py-5">
          <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
            <Skeleton className="h-7 w-44 max-w-full" />
            <Skeleton className="h-5.5 w-60 max-w-full" />
            <Skeleton className="h-7 w-28" />
          </div>
          <Skeleton className="h-target w-62 max-w-full rounded-full" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
