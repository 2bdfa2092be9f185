import { staffApi } from '@foyer/contract'
import { Button, notify } from '@foyer/ui'
import { Mail } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { refetchOrders } from './order-queries.ts'

/** Sends the confirmation again, to the address of the order. */
export function ResendButton({
  organizer,
  orderId,
  email,
}: {
  organizer: string
  orderId: string
  email: string
}) {
  const sending = useMutation({
    mutationFn: () => callOf(organizer)(staffApi.resendOrder, { params: { orderId } }),
    onSuccess: ({ isSent }) => {
      const title = isSent
        ? `The tickets were sent to ${email} a moment ago`
        : `The tickets are on their way to ${email}`
      notify({ tone: 'success', title })
      return refetchOrders(organizer)
    },
    onError: (error) =>
      notify({
        tone: 'danger',
        title: 'The tickets were not sent again',
        description: failureText(error),
      }),
  })
  return (
    <Button busy={sending.isPending} onClick={() => sending.mutate()}>
      <Mail aria-hidden="true" className="size-4" />
      Resend the tickets
    </Button>
  )
}
