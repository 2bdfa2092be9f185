import { ApiError, type OrderView, orderChanges } from '@foyer/contract'
import { notify } from '@foyer/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calendarQuery, dailyPricesOf } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'

/** Moves an order, says what became of it and goes back to it. */
export function useReschedule(order: OrderView, email: string) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id, eventId } = order.order
  const move = useMutation({
    mutationFn: (newSessionId: string) =>
      app.call(orderChanges.rescheduleOrder, {
        params: { orderId: id },
        body: { newSessionId, customerEmail: email },
      }),
    // The server answers a repeated move as done: a lost answer is worth one more question.
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
    onError: (error) =>
      void notify({
        tone: 'danger',
        title: 'Reschedule Failed',
        description:
          (error instanceof ApiError && error.status < 500 && error.text) ||
          'Failed to reschedule your order. Please try again.',
      }),
  })
  return {
    start: move.mutate,
    isMoving: move.isPending,
    /** What the server wants on top, minor units; null unless it has said so. */
    differenceMinor: differenceIn(move.error),
  }
}

function differenceIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'payment_required') return null
  const { differenceMinor } = error.details
  return typeof differenceMinor === 'number' ? differenceMinor : null
}
