import { CHECKLIST_STEPS, STEP_STATES } from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** What the first screen of an organizer says, and the samples that it offers. */

const checklistSchema = z.object({
  /** In the order in which a person does them. */
  steps: z.array(z.object({ step: z.enum(CHECKLIST_STEPS), state: z.enum(STEP_STATES) })),
  /**
   * The event that the steps are about: the one that was asked about, or else the one that is nearest to
   * its first sale; null without events. Samples do not count, unless asked about.
   */
  event: z.nullable(
    z.object({
      id: uuid,
      name: z.string(),
      dates: z.enum(['none', 'past', 'unsold', 'sold']),
      /** Whether a buyer can buy a ticket of it now. */
      isOnSale: z.boolean(),
      isPaused: z.boolean(),
      /** When its sales open; null if they have, or have no beginning. */
      opensAt: z.nullable(instant),
      /** Of its venue. */
      timeZone: z.string(),
    }),
  ),
  /** `test`: no card is charged. `none`: buyers cannot pay yet. */
  payments: z.enum(['none', 'test', 'live']),
  /** Other events that are not published yet, newest first, and what each is missing next. */
  drafts: z.array(z.object({ id: uuid, name: z.string(), next: z.enum(CHECKLIST_STEPS) })),
  /** The samples of the shop, by name. */
  samples: z.array(z.object({ id: uuid, name: z.string() })),
})
export type Checklist = z.output<typeof checklistSchema>

const changing = {
  access: staffWho('catalog.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
const SAMPLES = '/api/admin/samples'

export const home = {
  getChecklist: endpoint({
    method: 'GET',
    path: '/api/admin/checklist',
    access: staffWho('catalog.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'What is missing before buyers can buy a ticket, of one event or the nearest',
    query: z.object({ eventId: z.optional(uuid) }),
    output: checklistSchema,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  createSamples: endpoint({
    ...changing,
    method: 'POST',
    path: SAMPLES,
    summary:
      'Creates a venue, an attraction with timed entry and a show for one night, as drafts; a shop has them once',
    status: 201,
    body: z.object({
      /** An IANA name: the samples take place there. */
      timeZone: text(64),
    }),
    output: checklistSchema,
    errors: [...STAFF_ERRORS, 'validation_failed'],
  }),
  deleteSamples: endpoint({
    ...changing,
    method: 'DELETE',
    path: SAMPLES,
    summary:
      'Deletes the samples, all or none; a venue that other events take place at stays, and is no sample any more',
    output: checklistSchema,
    errors: [...STAFF_ERRORS, 'event_in_use'],
  }),
} as const
