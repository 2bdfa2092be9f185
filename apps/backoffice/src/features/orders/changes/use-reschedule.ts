import type { RescheduleOptions } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { actOnOrder } from '../order-queries.ts'
import { changeTickets, type Offer, timeQuoteQuery, timesQuery } from './change-queries.ts'
import { REASON_PROBLEM } from './change-texts.ts'

const values = z.object({
  ticketIds: z.array(z.string()).check(z.minLength(1)),
  day: z.string().check(z.minLength(1)),
  sessionId: z.string(),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
})

/** Times are shown once a day is chosen. */
const schema = values.check(
  z.check<z.output<typeof values>>(({ value, issues }) => {
    if (value.day === '' || value.sessionId !== '') return
    issues.push({ code: 'custom', path: ['sessionId'], input: value, message: '' })
  }),
)

interface RescheduleParams {
  organizer: string
  orderId: string
  onOffered: (offer: Offer) => void
  /** The change was made. */
  onMade: (startTime: string, tickets: number, refundMinor: number) => void
}

/** The form that takes tickets to another session, with what the server says of what is chosen so far. */
export function useReschedule(
  { organizer, orderId, onOffered, onMade }: RescheduleParams,
  all: RescheduleOptions,
) {
  const movable = all.tickets.filter(({ canMove }) => canMove).map(({ id }) => id)
  const [onlyDay, ...otherDays] = all.days
  const form = useOfficeForm({
    schema,
    values: {
      ticketIds: movable,
      day: otherDays.length === 0 ? (onlyDay?.date ?? '') : '',
      sessionId: '',
      reason: '',
    },
    problems: {
      ticketIds: 'Choose at least one ticket.',
      day: 'Choose a day.',
      sessionId: 'Choose a time.',
      reason: REASON_PROBLEM,
    },
    send: async ({ sessionId: newSessionId, reason }) => {
      // The button says the amount once it is shown.
      if (!session || !quote.data || quote.isPlaceholderData) return
      const { change } = quote.data
      const wanted = { type: 'reschedule' as const, newSessionId, ticketIds: chosen }
      await actOnOrder(
        organizer,
        () => changeTickets(organizer, orderId, { change: wanted, reason }, change),
        (offer) => {
          if (offer) onOffered(offer)
          else onMade(session.startTime, chosen.length, change.refundMinor)
        },
      )
    },
  })
  const [ticketIds, day, sessionId] = form.watch(['ticketIds', 'day', 'sessionId'])
  const chosen = movable.filter((id) => ticketIds.includes(id))
  const asked = chosen.length === movable.length ? null : chosen
  const times = useQuery(timesQuery(organizer, orderId, asked))
  const options = times.data ?? all
  // An event with very many sessions answers them a day at a time.
  const ofDay = useQuery({
    ...timesQuery(organizer, orderId, asked, day),
    enabled: !options.isComplete && day !== '' && chosen.length > 0,
  })
  const sessions = ((options.isComplete ? options : ofDay.data)?.availableSessions ?? []).filter(
    ({ date }) => date === day,
  )
  const open = sessions.filter(({ isCurrent, hasRoom }) => !isCurrent && hasRoom)
  const session = open.find(({ id }) => id === sessionId)
  const quote = useQuery(timeQuoteQuery(organizer, orderId, chosen, session?.id))
  const [first, ...others] = open
  const onlyId = others.length === 0 ? (first?.id ?? '') : ''
  const { setValue } = form
  useEffect(() => {
    // A day with one time needs no second choice; a time of another day is none of this one.
    if (!session) setValue('sessionId', onlyId)
  }, [session, onlyId, setValue])
  return { form, options, chosen, day, sessions, session, quote, error: times.error ?? ofDay.error }
}
