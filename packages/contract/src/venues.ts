import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './fields.ts'
import { READ } from './limits.ts'

/** What a visitor wants to know of a venue beside its address. */
export const venueFactsSchema = z.object({
  description: z.nullable(z.string()),
  /** In degrees (WGS 84); null if not stated. */
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Stations, parking and the like, a line each. */
  gettingThere: z.array(z.string()),
  /** Steps, lifts, toilets and the like, a line each. */
  accessNotes: z.array(z.string()),
})

const venueSchema = z.extend(venueFactsSchema, {
  id: uuid,
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  timezone: z.string(),
})
export type VenueView = z.output<typeof venueSchema>

export const venues = {
  getVenue: endpoint({
    method: 'GET',
    path: '/api/venues/:venueId',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'One venue of a published event: its address, and how to get there',
    params: z.object({ venueId: uuid }),
    output: venueSchema,
    errors: ['venue_not_found'],
  }),
} as const
