import { type EventSale, sales } from '@foyer/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  calendarQuery,
  dailyPricesOf,
  eventQuery,
  type KnownEvent,
  ticketTypesQuery,
} from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'

/** A thousand browsers that wait for one moment spread their requests over this time. */
const SPREAD_MILLISECONDS = 6000
/** Timers of browsers count to 24 days; the page looks again much earlier. */
const LONGEST_WAIT = 3_600_000

const spread = () => Math.random() * SPREAD_MILLISECONDS

/**
 * The time until the next start of sales by the server's clock, in milliseconds; null if none is
 * planned. Fetches the state once, to know that clock, and looks again after the start, in case that no
 * stream has told it. When sales start, what the page shows is fetched anew, spread over some seconds.
 */
export function useSaleClock(eventId: string, sale: EventSale): number | null {
  const app = useApp()
  const queryClient = useQueryClient()
  const opens = sale.opensAt === null ? null : Date.parse(sale.opensAt)
  // As on the server, until the clock of the server is known.
  const [now, setNow] = useState(() => Date.parse(sale.serverTime))
  /** The server's clock less this device's. */
  const ahead = useRef<number | null>(null)

  const look = useEffectEvent(async () => {
    const asked = Date.now()
    try {
      const fresh = await app.call(sales.getEventSale, { params: { eventId } })
      ahead.current = Date.parse(fresh.serverTime) - (asked + Date.now()) / 2
      setNow(Date.now() + ahead.current)
      const { queryKey } = eventQuery(app, eventId)
      queryClient.setQueryData<KnownEvent>(queryKey, (event) => event && { ...event, sale: fresh })
    } catch {
      // The stream or the next look tells it.
    }
  })
  useEffect(() => void look(), [])

  useEffect(() => {
    if (opens === null) return
    const timer = setInterval(() => {
      if (ahead.current !== null) setNow(Date.now() + ahead.current)
    }, 1000)
    return () => clearInterval(timer)
  }, [opens])

  // Whether the start has passed without news of it.
  const isDue = opens !== null && now >= opens && sale.state === 'not_started'
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void look(), Math.min(spread(), LONGEST_WAIT))
    return () => clearTimeout(timer)
  }, [isDue])

  const before = useRef(sale.state)
  const { state } = sale
  useEffect(() => {
    const hasChanged = before.current !== state
    before.current = state
    if (!hasChanged) return
    const timer = setTimeout(() => {
      for (const { queryKey } of [
        eventQuery(app, eventId),
        calendarQuery(app, eventId),
        ticketTypesQuery(app, eventId),
        { queryKey: dailyPricesOf(eventId) },
      ]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    }, spread())
    return () => clearTimeout(timer)
  }, [state, app, queryClient, eventId])

  return opens === null ? null : opens - now
}
