import type { OfficeVenue } from '@foyer/contract'
import { staffApi } from '@foyer/contract'
import { countryOfLocale, may, type Role } from '@foyer/domain'
import { Button, buttonStyle, notify, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { queryClient, venueQuery } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { VenueForm } from './venue-form.tsx'
import { VenuePicture } from './venue-picture.tsx'

interface VenueScreenProps {
  organizer: { slug: string; role: Role; locale: string; timeZone: string }
}

/** What a new venue begins with: what the settings say, else what this browser knows. */
const usualPlace = ({ locale, timeZone }: VenueScreenProps['organizer']) => ({
  country: countryOfLocale(locale),
  timeZone: timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** A new venue. `isForEvent`: a new event follows, at this venue. */
export function NewVenueScreen({
  organizer,
  isForEvent,
}: VenueScreenProps & { isForEvent: boolean }) {
  const navigate = useNavigate()
  const { slug } = organizer
  const back = isForEvent ? paths.newEvent(slug) : paths.venues(slug)
  return (
    <Page title="New venue" description="You can change all of this later.">
      <VenueForm
        organizer={slug}
        venue={null}
        usual={usualPlace(organizer)}
        mayChange
        aside={
          <Link {...back} className={buttonStyle('quiet')}>
            Cancel
          </Link>
        }
        onSaved={({ id }) =>
          isForEvent ? navigate(paths.newEvent(slug, { venue: id })) : navigate(paths.venues(slug))
        }
      />
    </Page>
  )
}

/** A venue that is there already. */
export function VenueScreen({ organizer, venueId }: VenueScreenProps & { venueId: string }) {
  const { slug, role } = organizer
  const venue = useQuery(venueQuery(slug, venueId))
  const mayChange = may(role, 'catalog.change')
  if (venue.isPending) {
    return (
      <Page title="Venue">
        <SkeletonGroup label="Loading the venue" className="flex flex-col gap-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      </Page>
    )
  }
  if (!venue.data) {
    return (
      <Page title="Venue">
        <FetchFailed
          what="The venue"
          error={venue.error}
          onRetry={() => void venue.refetch()}
          isRetrying={venue.isFetching}
        />
      </Page>
    )
  }
  const { details, eventCount } = venue.data
  return (
    <Page
      title={details.name}
      description={
        eventCount === 1 ? '1 event takes place here.' : `${eventCount} events take place here.`
      }
      actions={mayChange && <DeleteVenue organizer={slug} venue={venue.data} />}
    >
      <VenuePicture organizer={slug} venue={venue.data} mayChange={mayChange} />
      <VenueForm
        key={venueId}
        organizer={slug}
        venue={venue.data}
        usual={usualPlace(organizer)}
        mayChange={mayChange}
      />
    </Page>
  )
}

function DeleteVenue({ organizer, venue }: { organizer: string; venue: OfficeVenue }) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { name } = venue.details
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete</Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        description="A venue can be deleted as long as no event takes place there, archived ones included."
        action="Delete"
        isDanger
        run={async () => {
          await callOf(organizer)(staffApi.deleteOfficeVenue, { params: { venueId: venue.id } })
          await navigate(paths.venues(organizer))
          await queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'venues'] })
          notify({ tone: 'success', title: `${name} is deleted` })
        }}
      />
    </>
  )
}
