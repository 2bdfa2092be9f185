import { staffApi } from '@foyer/contract'
import { categoryLabel, EVENT_CATEGORIES } from '@foyer/domain'
import { buttonStyle, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { storeEvent, venuesQuery } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { KindField } from './kind-field.tsx'
import { VenueField } from './venue-field.tsx'

interface NewEventScreenProps {
  organizer: string
  /** The venue to begin with. */
  venueId: string | undefined
}

/** A new event: what cannot be left open. All else is edited in its draft. */
export function NewEventScreen({ organizer, venueId }: NewEventScreenProps) {
  const venues = useQuery(venuesQuery(organizer))
  const known = venues.data?.venues
  return (
    <Page title="New event" description="It begins as a draft, which only your team sees.">
      {venues.isPending && (
        <SkeletonGroup label="Loading your venues" className="flex max-w-form flex-col gap-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      )}
      {venues.isError && (
        <FetchFailed
          what="Your venues"
          error={venues.error}
          onRetry={() => void venues.refetch()}
          isRetrying={venues.isFetching}
        />
      )}
      {known?.length === 0 && (
        <EmptyState
          title="First, a venue"
          actions={
            <Link
              {...paths.newVenue(organizer, { next: 'event' })}
              className={buttonStyle('primary')}
            >
              Add a venue
            </Link>
          }
        >
          An event takes place somewhere: its address is on the tickets, and its time zone decides
          what day it is. You come back here afterwards.
        </EmptyState>
      )}
      {known && known.length > 0 && (
        <NewEventForm
          organizer={organizer}
          venue={known.find(({ id }) => id === venueId) ?? (known.length === 1 ? known[0] : null)}
        />
      )}
    </Page>
  )
}

interface Venue {
  id: string
  name: string
  city: string
}

function NewEventForm({
  organizer,
  venue: first = null,
}: {
  organizer: string
  venue: Venue | null | undefined
}) {
  const navigate = useNavigate()
  const [venue, setVenue] = useState(first)
  const form = useOfficeForm({
    schema: staffApi.createOfficeEvent.body,
    values: {
      name: '',
      venueId: first?.id ?? '',
      category: 'other',
      isTimedEntry: false,
    },
    problems: {
      name: 'Enter the name that buyers read.',
      venueId: 'Choose where it takes place.',
      category: 'Choose a category.',
      isTimedEntry: 'Choose what buyers choose.',
    },
    send: async (body) => {
      const event = await callOf(organizer)(staffApi.createOfficeEvent, { body })
      storeEvent(organizer, event)
      await navigate(paths.event(organizer, event.id))
    },
  })
  return (
    <Form
      form={form}
      submit="Create the draft"
      className="max-w-form"
      aside={
        <Link {...paths.events(organizer)} className={buttonStyle('quiet')}>
          Cancel
        </Link>
      }
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <VenueField
        organizer={organizer}
        id={form.idOf('venueId')}
        error={form.problemOf('venueId')}
        venue={venue}
        onChange={(chosen) => {
          setVenue(chosen)
          form.setValue('venueId', chosen.id, { shouldValidate: true })
        }}
      />
      <p className="-mt-3 text-sm">
        <Link {...paths.newVenue(organizer, { next: 'event' })} className="link">
          It takes place at another venue
        </Link>
      </p>
      <SelectField form={form} name="category" label="Category">
        {EVENT_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {categoryLabel(category)}
          </option>
        ))}
      </SelectField>
      <KindField
        value={form.watch('isTimedEntry')}
        onChange={(isTimed) => form.setValue('isTimedEntry', isTimed)}
      />
    </Form>
  )
}
