import { granted, type officePictures, type Result, type ResultOf, refused } from '@foyer/contract'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { createGate } from '../../../http/gate.ts'
import {
  type DescribedPicture,
  readPictureSource,
  setEventPicture,
  setVenuePicture,
} from '../editing/edit-pictures.ts'
import { type Focus, makePicture, type ReadyPicture } from '../editing/make-picture.ts'
import { VENUE_NOT_FOUND } from '../editing/rows.ts'
import { selectOfficeEvent } from './event-view.ts'
import { selectOfficeVenue } from './venues.ts'

/** A large picture takes 260 MB while it is decoded, so few of a process are made at a time. */
const making = createGate({ atOnce: 2, waiting: 20, perCaller: 4, perCallerAtOnce: 1 })
const TOO_MANY_PICTURES = refused(
  'busy',
  'Other pictures are being worked on. Try again in a few seconds.',
)

type UploadCall =
  | Call<typeof officePictures.uploadEventPicture>
  | Call<typeof officePictures.uploadVenuePicture>

/** Reads the file of a call and makes a picture of it, when it is its turn. */
async function madeOf({ upload, tenant }: Pick<UploadCall, 'upload' | 'tenant'>, focus?: Focus) {
  const file = await upload()
  if (!file.ok) return file
  const made = await making(() => makePicture(file.value, focus), String(tenant.id))
  return made ?? TOO_MANY_PICTURES
}

type EventCall =
  | Call<typeof officePictures.uploadEventPicture>
  | Call<typeof officePictures.changeEventPicture>
  | Call<typeof officePictures.removeEventPicture>

/** Sets or removes the picture of an event, with its entry in the log. */
const storeOfEvent = (
  { context, tenant, principal, params: { eventId } }: EventCall,
  picture: DescribedPicture | null,
): Promise<ResultOf<typeof officePictures.removeEventPicture>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const before = await selectOfficeEvent(tx, eventId)
    if (!before) return EVENT_NOT_FOUND
    const set = await setEventPicture(tx, tenant.id, eventId, picture)
    if (!set.ok) return set
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'event.picture_changed',
      entityId: eventId,
      entityName: before.details.name,
      ...entryValues(before.picture, picture),
    })
    const after = await selectOfficeEvent(tx, eventId)
    return after ? granted(after) : EVENT_NOT_FOUND
  })

const entryValues = (before: { alt: string } | null, after: { alt: string } | null) => ({
  before: { picture: before?.alt ?? null },
  after: { picture: after?.alt ?? null },
})

/** Shows an event with an uploaded picture. */
export async function uploadOfEvent(
  call: Call<typeof officePictures.uploadEventPicture>,
): Promise<ResultOf<typeof officePictures.uploadEventPicture>> {
  const { alt, focusX, focusY } = call.query
  const made = await madeOf(call, { x: Number(focusX), y: Number(focusY) })
  return made.ok ? storeOfEvent(call, { picture: made.value, alt }) : made
}

/** Changes the text and the focus of an event's picture. */
export async function changeOfEvent(
  call: Call<typeof officePictures.changeEventPicture>,
): Promise<ResultOf<typeof officePictures.changeEventPicture>> {
  const { context, tenant, params, body } = call
  const source = await context.db.withTenant(tenant.id, async (tx) =>
    (await selectOfficeEvent(tx, params.eventId))
      ? granted(await readPictureSource(tx, params.eventId))
      : EVENT_NOT_FOUND,
  )
  if (!source.ok) return source
  if (!source.value) {
    return refused('picture_not_found', 'This event has no picture any more. Upload one.')
  }
  const bytes = source.value.source
  const made: Result<ReadyPicture, 'busy' | 'validation_failed' | PictureCode> =
    (await making(() => makePicture(bytes, body.focus), String(tenant.id))) ?? TOO_MANY_PICTURES
  return made.ok ? storeOfEvent(call, { picture: made.value, alt: body.alt }) : made
}

type PictureCode = 'picture_not_supported' | 'picture_too_large' | 'picture_too_small'

/** Shows an event with its drawn poster again. */
export const removeOfEvent = (
  call: Call<typeof officePictures.removeEventPicture>,
): Promise<ResultOf<typeof officePictures.removeEventPicture>> => storeOfEvent(call, null)

/** Sets or removes the picture of a venue, with its entry in the log. */
const storeOfVenue = (
  {
    context,
    tenant,
    principal,
    params: { venueId },
  }:
    | Call<typeof officePictures.uploadVenuePicture>
    | Call<typeof officePictures.removeVenuePicture>,
  picture: DescribedPicture | null,
): Promise<ResultOf<typeof officePictures.removeVenuePicture>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const before = await selectOfficeVenue(tx, venueId)
    if (!before) return VENUE_NOT_FOUND
    const set = await setVenuePicture(tx, tenant.id, venueId, picture)
    if (!set.ok) return set
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'venue.picture_changed',
      entityId: venueId,
      entityName: before.details.name,
      ...entryValues(before.picture, picture),
    })
    const after = await selectOfficeVenue(tx, venueId)
    return after ? granted(after) : VENUE_NOT_FOUND
  })

/** Shows an uploaded picture or map of a venue. */
export async function uploadOfVenue(
  call: Call<typeof officePictures.uploadVenuePicture>,
): Promise<ResultOf<typeof officePictures.uploadVenuePicture>> {
  const made = await madeOf(call)
  return made.ok ? storeOfVenue(call, { picture: made.value, alt: call.query.alt }) : made
}

/** Removes the picture of a venue. */
export const removeOfVenue = (
  call: Call<typeof officePictures.removeVenuePicture>,
): Promise<ResultOf<typeof officePictures.removeVenuePicture>> => storeOfVenue(call, null)
