import { ApiError, type OrderView, orderChanges } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarQuery, dailyPricesOf } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'

/** Reschedules an order, reports the outcome and goes back to the order. */
export function useReschedule(order: OrderView, email: string) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, eventId } = order.order
  return useMutation({
    mutationFn: (newSessionId: string) =>
      app.call(orderChanges.rescheduleOrder, {
        params: { orderId: id },
        body: { newSessionId, customerEmail: email },
      }),
    // The server answers a repeated reschedule as done: a lost answer is worth one more request.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['order', id] })
      void queryClient.invalidateQueries({ queryKey: dailyPricesOf(eventId) })
      void queryClient.invalidateQueries({ queryKey: calendarQuery(app, eventId).queryKey })
      await navigate({ ...paths.orderConfirmation(id, { email }), replace: true })
      void notify({
        tone: 'success',
        title: 'Reschedule Successful',
        description:
          'Your order has been rescheduled successfully. A confirmation email has been sent.',
      })
    },
    onError: (error) => {
      // The price may be higher than on the page, so it is read again.
      void queryClient.invalidateQueries({ queryKey: ['order', id, 'reschedule-quote'] })
      void notify({
        tone: 'danger',
        title: 'Reschedule Failed',
        description:
          (error instanceof ApiError && error.status < 500 && error.text) ||
          'Failed to reschedule your order. Please try again.',
      })
    },
  })
}
