import { type OrderView, orders } from '@foyer/contract'
import { fullName } from '@foyer/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isByLinkAlone } from '../../data/orders/order-changes.ts'
import { type OrderCredential, orderQuery } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { notifyOfFailedResend, notifyOfResend } from '../../shared/order/notify-of-mail.ts'

/** Sends an order's confirmation again to its own address and reports the outcome. */
export function useSendTickets(view: OrderView, credential: OrderCredential) {
  const { order } = view
  const app = useApp()
  const queryClient = useQueryClient()
  const { email } = order
  return useMutation({
    mutationFn: () =>
      app.call(orders.sendConfirmation, {
        body: {
          orderId: order.id,
          customerName: fullName(order),
          // A masked address proves nothing, so the link's token is sent instead.
          ...(isByLinkAlone(view) ? { token: credential.token } : { email }),
        },
      }),
    retry: false,
    onSuccess: (answer) => {
      void notifyOfResend(app, { orderId: order.id, credential, to: email }, answer)
      const { queryKey } = orderQuery(app, order.id, credential)
      return queryClient.invalidateQueries({ queryKey })
    },
    onError: notifyOfFailedResend,
  })
}
