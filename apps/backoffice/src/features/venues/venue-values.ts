import { staffApi, type VenueDetailsInput, venueRooms } from '@foyer/contract'
import { type AddressFieldName, addressProblems } from '@foyer/domain'
import * as z from 'zod/mini'
import { lines } from '../../shared/text-lines.ts'

/** A venue as the fields of a form have it, and the way to the body of the call. */

const body = staffApi.createOfficeVenue.body.shape

/** What a venue calls the parts of an address. */
export const PART_NAMES = {
  address: 'streetAddress',
  city: 'city',
  state: 'state',
  zipCode: 'postalCode',
} as const satisfies Record<AddressFieldName, string>

/** '45.52, -122.68', as maps show and copy them. */
function coordinatesOf(text: string): { latitude: number; longitude: number } | null {
  if (text.trim() === '') return null
  const [latitude = '', longitude = '', ...more] = text.split(/[,;\s]+/).filter(Boolean)
  if (more.length > 0 || latitude === '' || longitude === '')
    return { latitude: NaN, longitude: NaN }
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

/** A room as typed; a new one has no id. */
const roomRow = z.pipe(
  z.object({ id: z.string(), name: z.string(), capacity: z.string() }),
  z.transform(({ id, name, capacity }) => ({
    ...(id && { id }),
    name,
    capacity: capacity.trim() === '' ? Number.NaN : Number(capacity),
  })),
)

export const venueSchema = z
  .object({
    ...body,
    gettingThere: z.pipe(lines, body.gettingThere),
    accessNotes: z.pipe(lines, body.accessNotes),
    coordinates: z.pipe(z.pipe(z.string(), z.transform(coordinatesOf)), body.coordinates),
    rooms: z.pipe(z.array(roomRow), venueRooms),
    /** Empty for a new venue. */
    version: z.string(),
  })
  .check(
    z.check(({ value, issues }) => {
      const { streetAddress: address, city, state, postalCode: zipCode, country } = value
      for (const { name, problem } of addressProblems({ address, city, state, zipCode }, country)) {
        issues.push({ code: 'custom', path: [PART_NAMES[name]], input: value, message: problem })
      }
    }),
  )
export type VenueValues = z.input<typeof venueSchema>

export const venueValues = ({
  gettingThere,
  accessNotes,
  coordinates,
  rooms = [],
  ...same
}: VenueDetailsInput & { version: string }): VenueValues => ({
  ...same,
  gettingThere: gettingThere.join('\n'),
  accessNotes: accessNotes.join('\n'),
  rooms: rooms.map(({ id = '', name, capacity }) => ({ id, name, capacity: String(capacity) })),
  coordinates: coordinates ? `${coordinates.latitude}, ${coordinates.longitude}` : '',
})

/** The values of a venue that somebody else has changed; null if it is none. */
export function currentVenue(current: unknown): VenueValues | null {
  const read = staffApi.changeOfficeVenue.body.safeParse(current)
  return read.success ? venueValues(read.data) : null
}
