import type { Problem } from '../engine/flow.ts'

interface Words {
  title: string
  text: string
}

/** What the texts depend on. */
interface Situation {
  /** The chosen day in long form. */
  day: string
  /** Whether the event has no other day. */
  isOnlyDay: boolean
  hasTickets: boolean
}

const otherDay = ({ isOnlyDay, hasTickets }: Situation): string => {
  if (isOnlyDay) return 'The event has one other date: see below.'
  return hasTickets ? 'Choose another day. Your tickets are kept.' : 'Choose another day.'
}

/** Texts for a choice that cannot be used. */
export const problemTexts: Record<Problem, (situation: Situation) => Words> = {
  date_past: (situation) => ({
    title: `${situation.day} has passed`,
    text: otherDay(situation),
  }),
  date_without_sessions: (situation) => ({
    title: `Nothing is on sale on ${situation.day}`,
    text: otherDay(situation),
  }),
  date_sold_out: (situation) => ({
    title: `${situation.day} is sold out`,
    text: situation.isOnlyDay
      ? 'Tickets come back when someone’s hold ends without a purchase: look in again.'
      : otherDay(situation),
  }),
  date_not_on_sale: (situation) => ({
    title: `${situation.day} is not on sale now`,
    text: situation.isOnlyDay ? 'The page of the event says when it is.' : otherDay(situation),
  }),
  tickets_withdrawn: () => ({
    title: 'A ticket in this link is no longer offered',
    text: 'It has been taken out; everything else is as it was. Check your tickets and go on.',
  }),
  tickets_above_maximum: () => ({
    title: 'That is more than one order may have',
    text: 'The number has been set to the most you can buy at once.',
  }),
  tickets_not_so_many: () => ({
    title: 'These tickets are not sold in that number',
    text: 'Choose how many you want below.',
  }),
  session_gone: () => ({
    title: 'Selected session not found',
    text: 'This time is no longer offered. Choose another one: your tickets are kept.',
  }),
  session_sold_out: () => ({
    title: 'The chosen time no longer has room for your tickets',
    text: 'Choose another time. Your tickets are kept.',
  }),
}
