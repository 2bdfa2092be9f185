import {
  MAX_QUANTITY_PER_LINE,
  MAXIMUM_CHARGE_MINOR,
  MOST_PLACES,
  TICKET_CLASSES,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { STAFF_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { isDistinct, text, uuid, version } from './fields.ts'
import { changing, eventParams, prose, reading } from './office-catalog.ts'

/** What an event sells, as the team edits it: groups, ticket types and add-ons. */

export const TICKET_LIMITS = {
  name: 100,
  description: 400,
  displayPrice: 40,
  /** Of an event, archived ones included. */
  groups: 20,
  types: 100,
  addOns: 50,
} as const

const priceMinor = z.int().check(z.gte(0), z.lte(MAXIMUM_CHARGE_MINOR))
const perOrder = z.int().check(z.gte(1), z.lte(MAX_QUANTITY_PER_LINE))

const groupDetails = z.object({
  name: text(TICKET_LIMITS.name),
  description: prose(TICKET_LIMITS.description),
  /** How many places its types share on each date; null: only the capacity of the date counts. */
  capacity: z.nullable(z.int().check(z.gte(0), z.lte(10_000_000))),
  isArchived: z.boolean(),
})

const typeDetails = z.object({
  name: text(TICKET_LIMITS.name),
  description: prose(TICKET_LIMITS.description),
  /** In the event's currency, 0 is free. Null: each session has its own price for it. */
  priceMinor: z.nullable(priceMinor),
  /** The most that one order may contain of it. */
  maxQuantity: perOrder,
  /** How many people one ticket admits, and so how many places of a date it takes. */
  places: z.int().check(z.gte(1), z.lte(MOST_PLACES)),
  /** A text that lists show instead of a price; empty: none. */
  displayPrice: text(TICKET_LIMITS.displayPrice, 0),
  /** Its own fee set; null: that of the event. */
  feeSetId: z.nullable(uuid),
  /** The tax on its price; null: the default rate. */
  taxRateId: z.nullable(uuid),
  /** For checkout rules that are about a class of tickets of all events; null: none. */
  ticketClass: z.nullable(z.enum(TICKET_CLASSES)),
  isArchived: z.boolean(),
})

const addOnDetails = z.object({
  name: text(TICKET_LIMITS.name),
  description: prose(TICKET_LIMITS.description),
  priceMinor,
  maxQuantity: perOrder,
  /** Its fee set; null: no fee, because that of the event is for tickets. */
  feeSetId: z.nullable(uuid),
  /** The tax on its price; null: the default rate. */
  taxRateId: z.nullable(uuid),
  isArchived: z.boolean(),
})

const ticketTypeView = z.object({
  id: uuid,
  groupId: uuid,
  /** Names the files of its square picture; null without one. */
  pictureHash: z.nullable(z.string()),
  details: typeDetails,
  version,
})
export type OfficeTicketType = z.output<typeof ticketTypeView>

const addOnView = z.object({
  id: uuid,
  /** How many there are for the whole event; null: without limit. */
  capacity: z.nullable(z.int()),
  sold: z.int(),
  details: addOnDetails,
  version,
})
export type OfficeAddOn = z.output<typeof addOnView>

const ticketGroupView = z.object({ id: uuid, details: groupDetails, version })
export type OfficeTicketGroup = z.output<typeof ticketGroupView>

const officeTicketsSchema = z.object({
  eventId: uuid,
  currency: z.string(),
  /** Each list in the organizer's order, archived ones last. */
  groups: z.array(ticketGroupView),
  types: z.array(ticketTypeView),
  addOns: z.array(addOnView),
  /** Of the order that {@link officeTickets.orderTickets} changes. */
  orderVersion: version,
})
export type OfficeTickets = z.output<typeof officeTicketsSchema>

const ids = (most: number) =>
  z
    .array(uuid)
    .check(
      z.maxLength(most),
      z.refine(isDistinct, { error: 'Each id may stand in one place only' }),
    )

/** Refused if a fee set or a tax rate is unknown, or archived and given to something new. */
const CHARGE_ERRORS = ['fee_set_not_found', 'tax_rate_not_found'] as const

const part = { output: officeTicketsSchema } as const

export const officeTickets = {
  getTickets: endpoint({
    ...reading,
    ...part,
    path: '/api/admin/events/:eventId/tickets',
    summary: 'Ticket groups, ticket types and add-ons of an event, archived ones included',
    params: eventParams,
    errors: [...STAFF_ERRORS, 'event_not_found'],
  }),
  createTicketGroup: endpoint({
    ...changing,
    ...part,
    method: 'POST',
    path: '/api/admin/events/:eventId/ticket-groups',
    summary: 'Creates a ticket group; with more than one, buyers read their names as headings',
    status: 201,
    params: eventParams,
    body: z.omit(groupDetails, { isArchived: true }),
    errors: [...STAFF_ERRORS, 'event_not_found', 'too_many_tickets'],
  }),
  changeTicketGroup: endpoint({
    ...changing,
    ...part,
    method: 'PUT',
    path: '/api/admin/ticket-groups/:groupId',
    summary: 'Changes or archives a ticket group; its types are archived with it',
    params: z.object({ groupId: uuid }),
    body: z.extend(groupDetails, { version }),
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'ticket_group_not_found',
      'last_ticket_group',
      'capacity_below_taken',
      'changed_meanwhile',
    ],
  }),
  createOfficeTicketType: endpoint({
    ...changing,
    ...part,
    method: 'POST',
    path: '/api/admin/events/:eventId/ticket-types',
    summary: 'Creates a ticket type',
    status: 201,
    params: eventParams,
    body: z.extend(z.omit(typeDetails, { isArchived: true }), { groupId: uuid }),
    errors: [
      ...STAFF_ERRORS,
      ...CHARGE_ERRORS,
      'event_not_found',
      'ticket_group_not_found',
      'too_many_tickets',
    ],
  }),
  changeOfficeTicketType: endpoint({
    ...changing,
    ...part,
    method: 'PUT',
    path: '/api/admin/ticket-types/:ticketTypeId',
    summary: 'Changes or archives a ticket type; what is held or sold keeps its price',
    params: z.object({ ticketTypeId: uuid }),
    body: z.extend(typeDetails, { version }),
    errors: [
      ...STAFF_ERRORS,
      ...CHARGE_ERRORS,
      'event_not_found',
      'ticket_type_not_found',
      'places_in_use',
      'changed_meanwhile',
    ],
  }),
  createOfficeAddOn: endpoint({
    ...changing,
    ...part,
    method: 'POST',
    path: '/api/admin/events/:eventId/add-ons',
    summary: 'Creates an add-on, with a limit or without',
    status: 201,
    params: eventParams,
    body: z.extend(z.omit(addOnDetails, { isArchived: true }), {
      /** How many there are for the whole event; null: without limit, for good. */
      capacity: z.nullable(z.int().check(z.gte(0), z.lte(10_000_000))),
    }),
    errors: [...STAFF_ERRORS, ...CHARGE_ERRORS, 'event_not_found', 'too_many_tickets'],
  }),
  changeOfficeAddOn: endpoint({
    ...changing,
    ...part,
    method: 'PUT',
    path: '/api/admin/add-ons/:addOnId',
    summary: 'Changes or archives an add-on; what is held or sold keeps its price',
    params: z.object({ addOnId: uuid }),
    body: z.extend(addOnDetails, { version }),
    errors: [
      ...STAFF_ERRORS,
      ...CHARGE_ERRORS,
      'event_not_found',
      'add_on_not_found',
      'changed_meanwhile',
    ],
  }),
  setAddOnLimit: endpoint({
    ...changing,
    ...part,
    method: 'PUT',
    path: '/api/admin/add-ons/:addOnId/limit',
    summary: 'Changes how many there are of an add-on that has a limit',
    params: z.object({ addOnId: uuid }),
    body: z.object({ capacity: z.int().check(z.gte(0), z.lte(10_000_000)) }),
    errors: [
      ...STAFF_ERRORS,
      'event_not_found',
      'add_on_not_found',
      'capacity_below_taken',
      'validation_failed',
      'busy',
    ],
  }),
  orderTickets: endpoint({
    ...changing,
    ...part,
    method: 'PUT',
    path: '/api/admin/events/:eventId/tickets/order',
    summary: 'Puts groups, the types in them and add-ons into another order',
    params: eventParams,
    body: z.object({
      /** All groups, types and add-ons that are not archived. */
      groups: z
        .array(z.object({ id: uuid, typeIds: ids(TICKET_LIMITS.types) }))
        .check(z.maxLength(TICKET_LIMITS.groups)),
      addOnIds: ids(TICKET_LIMITS.addOns),
      orderVersion: version,
    }),
    errors: [...STAFF_ERRORS, 'event_not_found', 'capacity_below_taken', 'changed_meanwhile'],
  }),
} as const
