import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { text, uuid } from './fields.ts'
import { changing, eventParams, officeEventSchema } from './office-catalog.ts'
import { officeVenueSchema } from './office-venues.ts'

/** Pictures of events and venues. An upload is a JPEG, PNG, WebP, AVIF, GIF or TIFF; only its pixels are stored. */

export const PICTURE_UPLOAD = { bytes: 20 * 1024 * 1024 } as const

/** What a picture shows, for people who do not see it. */
const alt = text(300)

/** A share of the width or height, in an address. */
const share = z.string().check(z.regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, 'Must be from 0 to 1'))
const shareNumber = z.number().check(z.gte(0), z.lte(1))

const UPLOAD_ERRORS = [
  ...STAFF_ERRORS,
  'picture_not_supported',
  'picture_too_large',
  'picture_too_small',
  'unsupported_media_type',
  'payload_too_large',
  'malformed_body',
  'validation_failed',
  'busy',
] as const

const venueParams = z.object({ venueId: uuid })

export const officePictures = {
  uploadEventPicture: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/events/:eventId/picture',
    summary: 'Shows an event with a picture in place of its poster',
    params: eventParams,
    /** The focus is the point that all crops show, from the upper left corner. */
    query: z.object({ alt, focusX: share, focusY: share }),
    upload: PICTURE_UPLOAD,
    output: officeEventSchema,
    errors: [...UPLOAD_ERRORS, 'event_not_found'],
  }),
  changeEventPicture: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/events/:eventId/picture',
    summary: 'Changes the text and the focus of the picture of an event',
    params: eventParams,
    body: z.object({ alt, focus: z.object({ x: shareNumber, y: shareNumber }) }),
    output: officeEventSchema,
    errors: [...UPLOAD_ERRORS, 'event_not_found', 'picture_not_found'],
  }),
  removeEventPicture: endpoint({
    ...changing,
    method: 'DELETE',
    path: '/api/admin/events/:eventId/picture',
    summary: 'Shows an event with its drawn poster again',
    params: eventParams,
    output: officeEventSchema,
    errors: [...STAFF_ERRORS, 'event_not_found', 'validation_failed'],
  }),
  uploadVenuePicture: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/venues/:venueId/picture',
    summary: 'Shows a picture or a map of a venue',
    params: venueParams,
    query: z.object({ alt }),
    upload: PICTURE_UPLOAD,
    output: officeVenueSchema,
    errors: [...UPLOAD_ERRORS, 'venue_not_found'],
  }),
  removeVenuePicture: endpoint({
    ...changing,
    method: 'DELETE',
    path: '/api/admin/venues/:venueId/picture',
    summary: 'Removes the picture of a venue',
    params: venueParams,
    output: officeVenueSchema,
    errors: [...STAFF_ERRORS, 'venue_not_found', 'validation_failed'],
  }),
} as const
