import type { Checklist as ChecklistView } from '@foyer/contract'
import { type ChecklistStep, type Permission, saleMomentText } from '@foyer/domain'
import type { LinkProps } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'

interface StepTexts {
  title: string
  done: (view: ChecklistView) => string
  missing: (view: ChecklistView) => string
  /** The screen that does the step; null while there is nothing to do it on. */
  link: (organizer: string, eventId: string | undefined) => LinkProps | null
  /** Who may do it. */
  permission: Permission
}

const nameOf = ({ event }: ChecklistView) => event?.name ?? 'The event'

const DATES_MISSING = {
  none: 'Add the dates on which people come.',
  past: 'All dates are in the past. Add one that is to come.',
  unsold: 'No date to come sells a ticket: one needs a ticket with a price, and room for it.',
  sold: '',
} as const

/** 'Friday, November 27 at 10:00 AM, at the venue' */
export const startOf = ({ opensAt, timeZone }: { opensAt: string; timeZone: string }): string =>
  `${saleMomentText(new Date(opensAt), timeZone)}, at the venue`

/** What the checklist says of each step, and where it is done. */
export const STEP_TEXTS: Readonly<Record<ChecklistStep, StepTexts>> = {
  venue: {
    title: 'Add the venue',
    done: () => 'Where people come to is known.',
    missing: () => 'Its address is on every ticket, and its time zone decides every date.',
    link: (organizer) => paths.newVenue(organizer),
    permission: 'catalog.change',
  },
  event: {
    title: 'Create an event',
    done: (view) => nameOf(view),
    missing: () => 'A show for one night, or an attraction for a season.',
    link: (organizer, eventId) =>
      eventId ? paths.event(organizer, eventId) : paths.newEvent(organizer),
    permission: 'catalog.change',
  },
  tickets: {
    title: 'Add a ticket',
    done: (view) => `${nameOf(view)} has tickets to choose from.`,
    missing: () => 'For example Adult and Child, each with its price.',
    link: (organizer, eventId) => (eventId ? paths.eventTickets(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  dates: {
    title: 'Add dates with room and prices',
    done: (view) => `${nameOf(view)} has dates to come that sell tickets.`,
    missing: ({ event }) => DATES_MISSING[event?.dates ?? 'none'],
    link: (organizer, eventId) => (eventId ? paths.dates(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  sales: {
    title: 'Choose when sales start',
    done: ({ event }) =>
      event?.opensAt
        ? `${startOf({ ...event, opensAt: event.opensAt })}.`
        : 'Sales need no start of their own.',
    missing: () => 'Such as Friday at 10:00. Without a start, sales open as soon as you publish.',
    link: (organizer, eventId) => (eventId ? paths.eventSales(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  publish: {
    title: 'Publish the event',
    done: (view) => `Everybody can see ${nameOf(view)} in the shop.`,
    missing: ({ event }) =>
      event
        ? `${event.name} is a draft: nobody outside the team sees it.`
        : 'Until then nobody outside the team sees it.',
    link: (organizer, eventId) => (eventId ? paths.event(organizer, eventId) : null),
    permission: 'catalog.change',
  },
  payments: {
    title: 'Say where the money goes',
    done: ({ payments }) =>
      payments === 'live' ? 'Buyers pay with real cards.' : 'Buyers pay with test cards.',
    missing: () => 'Connect the account that is paid for your tickets.',
    link: (organizer) => paths.money(organizer),
    permission: 'money.read',
  },
  live_payments: {
    title: 'Take real payments',
    done: () => 'Cards are charged.',
    missing: () => 'Payments are tests: no card is charged, and no money moves.',
    link: (organizer) => paths.money(organizer),
    permission: 'money.read',
  },
  logo: {
    title: 'Add your logo',
    done: () => 'Pages, mails and tickets have it.',
    missing: () => 'Pages, mails and tickets carry it. Until then they carry the mark of Foyer.',
    link: (organizer) => paths.look(organizer),
    permission: 'settings.change',
  },
}
