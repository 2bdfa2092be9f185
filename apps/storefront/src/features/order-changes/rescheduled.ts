import { toMajor } from '@foyer/domain'
import { useQueryClient } from '@tanstack/react-query'
import { calendarQuery, dailyPricesOf } from '../../data/queries.ts'
import {
  removeRescheduleReason,
  saveCompletedReschedule,
} from '../../data/stored/reschedule-records.ts'
import { useApp } from '../../shared/app-context.tsx'
import type { RequestedChange } from './payment/pending-change.ts'

/** The specification's message after the reschedule checkout; what is said of the mail follows it. */
export const RESCHEDULED = {
  title: 'Reschedule Successful',
  text: 'Your order has been rescheduled successfully.',
} as const

/** The same in the list of orders, where the specification has another title. */
export const RESCHEDULED_IN_LIST = {
  ...RESCHEDULED,
  title: 'Order Rescheduled Successfully',
} as const

/** Returns what follows a reschedule: its record in this browser, and fresh counts of its event. */
export function useKeepReschedule() {
  const app = useApp()
  const queryClient = useQueryClient()
  return (
    eventId: string,
    orderId: string,
    { email, dueMinor, currency }: RequestedChange,
    paymentIntentId: string | null,
  ): void => {
    saveCompletedReschedule({
      orderId,
      email,
      priceDifference: toMajor(dueMinor, currency),
      rescheduleType: paymentIntentId === null ? 'free' : 'paid',
      paymentIntentId,
      completedAt: new Date().toISOString(),
    })
    removeRescheduleReason(orderId)
    void queryClient.invalidateQueries({ queryKey: dailyPricesOf(eventId) })
    void queryClient.invalidateQueries({ queryKey: calendarQuery(app, eventId).queryKey })
  }
}
