import { type AddressFieldName, addressProblems, FACT_LIMITS, isCountry } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { text, uuid, version } from './fields.ts'
import { changing, cursor, officePicture, prose, reading, textLines } from './office-catalog.ts'
import { VALIDATION_TEXTS } from './validation-texts.ts'

/** The venues of an organizer, as the team edits them. */

const VENUE_LIMITS = {
  name: 160,
  line: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  room: 80,
} as const
export const MOST_ROOMS = 100

/** A part of a venue in which sessions take place. */
const venueRoom = z.object({
  /** Absent: a new one. */
  id: z.optional(uuid),
  name: text(VENUE_LIMITS.room),
  /** How many people fit. */
  capacity: z.int().check(z.gte(1), z.lte(1_000_000)),
})

/** All rooms of a venue, in their order. */
export const venueRooms = z.array(venueRoom).check(
  z.maxLength(MOST_ROOMS, `A venue has at most ${MOST_ROOMS} rooms`),
  z.refine((rooms) => new Set(rooms.map(({ name }) => name.toLowerCase())).size === rooms.length, {
    error: 'Each room has a name of its own',
  }),
)

const venueParts = z.object({
  name: text(VENUE_LIMITS.name),
  streetAddress: text(VENUE_LIMITS.line, 0),
  city: text(VENUE_LIMITS.city, 0),
  state: text(VENUE_LIMITS.state, 0),
  postalCode: text(VENUE_LIMITS.postalCode, 0),
  /** An ISO 3166-1 code. */
  country: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.refine(isCountry, { error: VALIDATION_TEXTS.notCountry })),
  /** An IANA name; the days of sessions follow from it. */
  timeZone: text(64),
  description: prose(FACT_LIMITS.venueDescription),
  /** Stations, parking and the like, a line each. */
  gettingThere: textLines(FACT_LIMITS.lines, FACT_LIMITS.lineCharacters),
  /** Steps, lifts, toilets and the like, a line each. */
  accessNotes: textLines(FACT_LIMITS.lines, FACT_LIMITS.lineCharacters),
  /** In degrees (WGS 84). */
  coordinates: z.nullable(
    z.object({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
    }),
  ),
  /** All of them in their order: one that is not named is deleted. Absent: they stay as they are. */
  rooms: z.optional(venueRooms),
})

/** What the address of a venue calls the parts of an address. */
const PART_NAMES = {
  address: 'streetAddress',
  city: 'city',
  state: 'state',
  zipCode: 'postalCode',
} as const satisfies Record<AddressFieldName, string>

/** Checks an address by what the addresses of its country have. */
const addressOfCountry = z.check<z.output<typeof venueParts>>(({ value, issues }) => {
  const { streetAddress: address, city, state, postalCode: zipCode, country } = value
  for (const { name, problem } of addressProblems({ address, city, state, zipCode }, country)) {
    const message =
      problem === 'missing'
        ? VALIDATION_TEXTS.required
        : name === 'zipCode'
          ? VALIDATION_TEXTS.impossibleZip
          : VALIDATION_TEXTS.impossible
    issues.push({ code: 'custom', path: [PART_NAMES[name]], input: value, message })
  }
})

const venueDetails = venueParts.check(addressOfCountry)
export type VenueDetailsInput = z.input<typeof venueDetails>

export const officeVenueSchema = z.object({
  id: uuid,
  /** Of its events; a venue with sessions keeps its time zone. */
  sessionCount: z.int(),
  eventCount: z.int(),
  picture: z.nullable(officePicture),
  details: venueParts,
  version,
})
export type OfficeVenue = z.output<typeof officeVenueSchema>

const venueRow = z.object({
  id: uuid,
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  country: z.string(),
  timeZone: z.string(),
  /** Events that are not archived. */
  eventCount: z.int(),
})
export type OfficeVenueRow = z.output<typeof venueRow>

export const VENUES_PAGE = 50

const params = z.object({ venueId: uuid })

export const officeVenues = {
  listOfficeVenues: endpoint({
    ...reading,
    path: '/api/admin/venues',
    reads: 'recent',
    summary: 'Venues of the organizer by name, a page of them',
    query: z.object({
      /** A part of the name or the city. */
      q: z.optional(text(100, 0)),
      after: z.optional(cursor),
    }),
    output: z.object({
      venues: z.array(venueRow).check(z.maxLength(VENUES_PAGE)),
      next: z.nullable(z.string()),
    }),
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  getOfficeVenue: endpoint({
    ...reading,
    path: '/api/admin/venues/:venueId',
    summary: 'A venue with all that is edited of it',
    params,
    output: officeVenueSchema,
    errors: [...STAFF_ERRORS, 'venue_not_found'],
  }),
  createOfficeVenue: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/venues',
    summary: 'Creates a venue',
    status: 201,
    body: venueDetails,
    output: officeVenueSchema,
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  changeOfficeVenue: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/venues/:venueId',
    summary: 'Changes a venue; with sessions it keeps its time zone',
    params,
    body: z.extend(venueParts, { version }).check(addressOfCountry),
    output: officeVenueSchema,
    errors: [
      ...STAFF_ERRORS,
      'venue_not_found',
      'venue_in_use',
      'room_not_found',
      'room_in_use',
      'changed_meanwhile',
      'validation_failed',
    ],
  }),
  deleteOfficeVenue: endpoint({
    ...changing,
    method: 'DELETE',
    path: '/api/admin/venues/:venueId',
    summary: 'Deletes a venue without events',
    params,
    output: z.object({ deleted: z.literal(true) }),
    errors: [...STAFF_ERRORS, 'venue_not_found', 'venue_in_use'],
  }),
} as const
