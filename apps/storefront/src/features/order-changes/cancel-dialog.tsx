import { ApiError, type OutputOf, orderChanges } from '@foyer/contract'
import { Button, Dialog, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CANCELLATION_QUOTE,
  cancellationQuoteQuery,
  quoteSince,
} from '../../data/orders/change-quotes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { CancelChoice } from './cancel-choice.tsx'
import { CancelOutcome } from './cancel-outcome.tsx'

type Cancelled = OutputOf<typeof orderChanges.cancelOrder>['data']

interface CancelDialogProps {
  order: {
    id: string
    email: string
    eventName: string
    orderNumber: string
    venueTimezone: string
  }
  open: boolean
  onClose: () => void
  /** The order was changed: what shows it is out of date. */
  onChanged: () => void
}

/**
 * Cancels tickets of an order: which ones, and what comes back, are shown before anything happens, and
 * the state of the refund afterwards. Each opening begins anew.
 */
export function CancelDialog(props: CancelDialogProps) {
  const [openings, setOpenings] = useState({ count: 0, isOpen: false })
  if (openings.isOpen !== props.open) {
    setOpenings({ count: openings.count + Number(props.open), isOpen: props.open })
  }
  return <Opened key={openings.count} {...props} />
}

function Opened({ order, open, onClose, onChanged }: CancelDialogProps) {
  const app = useApp()
  const queryClient = useQueryClient()
  const credential = { email: order.email }
  /** Null: all that can be cancelled. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [reason, setReason] = useState('')
  const [openedAt] = useState(() => Date.now())
  const isNone = chosen?.length === 0
  const quote = useQuery({
    ...cancellationQuoteQuery(app, order.id, chosen, credential),
    enabled: open && !isNone,
    placeholderData: keepPreviousData,
  })
  const cancel = useMutation({
    mutationFn: async (data: NonNullable<typeof quote.data>): Promise<Cancelled> => {
      const ticketIds = data.tickets.filter((ticket) => ticket.cancelled).map(({ id }) => id)
      const answer = await app.call(orderChanges.cancelOrder, {
        params: { orderId: order.id },
        body: {
          customerEmail: order.email,
          ticketIds,
          refundAmount: data.refundAmount,
          reason: reason.trim() || null,
        },
      })
      return answer.data
    },
    // A repeated call returns the first result: a lost answer is worth one more request.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
    onSuccess: () => {
      // The quote is of tickets that are cancelled now: asking for it again would be refused.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [what, id, part] }) =>
          (what === 'order' || what === 'purchase') &&
          id === order.id &&
          part !== CANCELLATION_QUOTE,
      })
      onChanged()
    },
    // The share may have dropped meanwhile: the new figures are shown, with what was chosen and typed.
    onError: () => void quote.refetch(),
  })
  const frame = { open, onClose, dismissable: !cancel.isPending, title: 'Cancel Tickets' }
  const close = (
    <Button variant="ghost" onClick={onClose}>
      Close
    </Button>
  )
  if (cancel.data) {
    return (
      <Dialog {...frame} title="Tickets Cancelled" actions={close}>
        <CancelOutcome orderId={order.id} credential={credential} cancelled={cancel.data} />
      </Dialog>
    )
  }
  const { error } = quote
  const data = quoteSince(openedAt, quote)
  if (!data) {
    return (
      <Dialog {...frame} actions={close}>
        {error ? (
          <Notice tone="warning" announce="status" title="Unable to Cancel">
            {problemText(error)}
          </Notice>
        ) : (
          <SkeletonGroup label="Loading what comes back">
            <Skeleton className="h-48 w-full" />
          </SkeletonGroup>
        )}
      </Dialog>
    )
  }
  const count = chosen?.length ?? data.tickets.filter((ticket) => ticket.cancelled).length
  return (
    <Dialog
      {...frame}
      isLong
      description={`${order.eventName}, order ${order.orderNumber}`}
      actions={
        <>
          <Button variant="ghost" disabled={cancel.isPending} onClick={onClose}>
            Keep Tickets
          </Button>
          <Button
            variant="danger"
            busy={cancel.isPending}
            busyLabel="Processing..."
            disabled={quote.isPlaceholderData}
            {...(isNone ? { disabledReason: 'Choose at least one ticket' } : {})}
            onClick={() => cancel.mutate(data)}
          >
            {`Cancel ${ticketsText(count)}`}
          </Button>
        </>
      }
    >
      <CancelChoice
        quote={data}
        chosen={chosen}
        onChoose={setChosen}
        timeZone={order.venueTimezone}
        reason={reason}
        onReason={setReason}
      />
      {cancel.error && (
        <div ref={bringIntoView} className="mt-5">
          <Notice tone="danger" title="Cancellation Failed">
            {problemText(cancel.error)}
          </Notice>
        </div>
      )}
    </Dialog>
  )
}

/** The dialog is often higher than the window, and its buttons stay in sight without what is above them. */
const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: 'nearest' })

/** The server's text if it refused. */
const problemText = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 && error.text) ||
  'We could not reach our server. Please try again: nothing is cancelled twice.'
