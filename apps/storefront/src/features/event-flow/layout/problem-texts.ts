import type { Problem } from '../engine/flow.ts'

interface Words {
  title: string
  text: string
}

/** Texts for a choice that cannot be used; `day` is the chosen day in long form. */
export const problemTexts: Record<Problem, (day: string) => Words> = {
  date_past: (day) => ({
    title: `${day} has passed`,
    text: 'Choose another day. Your tickets are kept.',
  }),
  date_without_sessions: (day) => ({
    title: `Nothing is on sale on ${day}`,
    text: 'Choose another day. Your tickets are kept.',
  }),
  date_sold_out: (day) => ({
    title: `${day} is sold out`,
    text: 'Choose another day. Your tickets are kept.',
  }),
  tickets_withdrawn: () => ({
    title: 'A ticket in this link is no longer offered',
    text: 'It has been taken out; everything else is as it was. Check your tickets and go on.',
  }),
  tickets_above_maximum: () => ({
    title: 'That is more than one order may have',
    text: 'The number has been set to the most you can buy at once.',
  }),
  session_gone: () => ({
    title: 'The chosen time is no longer offered',
    text: 'Choose another time. Your tickets are kept.',
  }),
  session_sold_out: () => ({
    title: 'The chosen time no longer has room for your tickets',
    text: 'Choose another time. Your tickets are kept.',
  }),
}
