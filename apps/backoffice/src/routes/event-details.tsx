import { may } from '@foyer/domain'
import { Fragment } from 'react'
import { DetailsScreen } from '../features/events/details-screen.tsx'
import { EventPicture } from '../features/events/event-picture.tsx'
import { useEvent } from './use-event.ts'
import { useOrganizer } from './use-signed-in.ts'

export function EventDetailsRoute() {
  const { slug, locale, role } = useOrganizer()
  const event = useEvent()
  const props = { organizer: slug, event, mayChange: may(role, 'catalog.change') }
  return (
    <Fragment key={event.id}>
      <EventPicture {...props} />
      <DetailsScreen {...props} locale={locale} />
    </Fragment>
  )
}
