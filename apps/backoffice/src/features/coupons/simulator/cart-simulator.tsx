import { Field, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FetchFailed } from '../../../shared/page.tsx'
import { SearchSelect } from '../../../shared/search-select.tsx'
import { CartForm } from './cart-form.tsx'
import { Columns, NothingYet } from './columns.tsx'
import { SimulationResult } from './simulation-result.tsx'
import {
  eventChoicesQuery,
  eventForCartQuery,
  type SimulatedCart,
  simulatedCartQuery,
} from './simulator-queries.ts'

interface CartSimulatorProps {
  organizer: { slug: string; locale: string; timeZone: string }
  eventId: string | undefined
  onEvent: (eventId: string) => void
}

/** A cart that is built, and what rules do with it. */
export function CartSimulator({ organizer, eventId, onEvent }: CartSimulatorProps) {
  const { slug } = organizer
  const [q, setQ] = useState('')
  const choices = useQuery(eventChoicesQuery(slug, q)).data?.events ?? []
  const event = useQuery({
    ...eventForCartQuery(slug, eventId ?? ''),
    enabled: eventId !== undefined,
  })
  /** Counts, so that the same cart can be asked again. */
  const [asked, setAsked] = useState<{ cart: SimulatedCart; ask: number } | null>(null)
  const [isOld, setOld] = useState(false)
  const result = useQuery({
    ...simulatedCartQuery(slug, asked?.cart ?? { eventId: '', tickets: [] }, asked?.ask ?? 0),
    enabled: asked !== null,
  })
  const named = choices.find(({ id }) => id === eventId)?.name ?? event.data?.name
  return (
    <Columns
      form={
        <div className="flex flex-col gap-5">
          <Field label="Event">
            <SearchSelect
              choices={choices.map(({ id, name, location }) => ({
                value: id,
                label: name,
                hint: location,
              }))}
              value={eventId && named ? { value: eventId, label: named } : null}
              onChange={(id) => {
                setAsked(null)
                onEvent(id)
              }}
              onSearch={setQ}
              placeholder="Search by name"
              empty="No event has these letters in its name."
            />
          </Field>
          {event.data && (
            <CartForm
              key={event.data.eventId}
              organizer={organizer}
              event={event.data}
              isBusy={result.isFetching}
              error={result.error}
              onEdit={() => setOld(true)}
              onSimulate={(cart) => {
                setOld(false)
                setAsked({ cart, ask: (asked?.ask ?? 0) + 1 })
              }}
            />
          )}
          {eventId && event.isPending && (
            <SkeletonGroup label="Loading the event" className="flex flex-col gap-4">
              <Skeleton className="h-16 w-full" />
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-16 w-full" />
            </SkeletonGroup>
          )}
          {event.isError && (
            <FetchFailed
              what="The event"
              error={event.error}
              onRetry={() => void event.refetch()}
              isRetrying={event.isFetching}
            />
          )}
        </div>
      }
      result={
        asked && result.data && !result.isError ? (
          <SimulationResult organizer={organizer} simulation={result.data} isOld={isOld} />
        ) : (
          <NothingYet>
            {eventId
              ? 'Fill the cart and simulate it. Here you read its price, and of every rule whether it applied and why.'
              : 'Choose an event first.'}
          </NothingYet>
        )
      }
    />
  )
}
