import { type OrderView, staffApi } from '@foyer/contract'
import { Badge, Button, notify } from '@foyer/ui'
import { Mail } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { Section } from '../../shared/page.tsx'
import type { OrderPart } from './desk-parts.ts'
import { refetchOrders } from './order-queries.ts'

interface WaiversSectionProps extends OrderPart {
  waivers: NonNullable<OrderView['waivers']>
}

/** How many participants have signed the waiver of the event, and the links once more. */
export function WaiversSection({ organizer, orderId, mayChange, waivers }: WaiversSectionProps) {
  const { slug } = organizer
  const { needed, signed } = waivers
  const isDone = signed >= needed
  const mailing = useMutation({
    mutationFn: () => callOf(slug)(staffApi.mailWaiverLinks, { params: { orderId } }),
    onSuccess: ({ to }) => {
      const title = to.length === 1 ? 'The link is on its way' : 'The links are on their way'
      notify({ tone: 'success', title, description: `To ${to.join(', ')}` })
    },
    onError: (error) =>
      notify({
        tone: 'danger',
        title: 'The links were not mailed again',
        description: failureText(error),
      }),
    // Also after a refusal: participants may have signed meanwhile.
    onSettled: () => refetchOrders(slug),
  })
  return (
    <Section title="Waivers" description="Every participant of this event signs one.">
      <div className="flex flex-col items-start gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {signed} of {needed} {needed === 1 ? 'participant' : 'participants'} signed
          </span>
          <Badge tone={isDone ? 'success' : 'warning'}>{isDone ? 'Complete' : 'Incomplete'}</Badge>
        </p>
        {mayChange && !isDone && (
          <>
            <Button busy={mailing.isPending} onClick={() => mailing.mutate()}>
              <Mail aria-hidden="true" className="size-4" />
              Mail the links again
            </Button>
            <p className="text-muted">
              Participants who were sent their own link get it again, and the buyer gets one for all
              others.
            </p>
          </>
        )}
      </div>
    </Section>
  )
}
