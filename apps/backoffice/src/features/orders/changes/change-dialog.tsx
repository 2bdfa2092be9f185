import { ApiError, type DeskOrder } from '@foyer/contract'
import { Button, Dialog, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FetchFailed } from '../../../shared/page.tsx'
import { orderQuery } from '../order-queries.ts'
import type { Offer } from './change-queries.ts'
import { whyNotText } from './change-texts.ts'
import { PaymentLink } from './payment-link.tsx'

/** What a dialog of a change is given. */
export interface ChangeProps {
  organizer: { slug: string; locale: string }
  orderId: string
  order: DeskOrder
  open: boolean
  onClose: () => void
}

interface ChangeDialogProps extends ChangeProps {
  title: string
  /** The form. `onOffered` shows the link to a difference that has to be paid. */
  children: (onOffered: (offer: Offer) => void) => ReactNode
}

/** A dialog with the form of a change, and with the link to pay for it afterwards. Each opening begins anew. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { organizer, order, open, onClose, title, children } = props
  const [offer, setOffer] = useState<Offer | null>(null)
  const close = () => {
    setOffer(null)
    onClose()
  }
  return (
    <Dialog
      wide
      open={open}
      onClose={close}
      step={offer ? 'link' : 'form'}
      title={offer ? 'The buyer is asked to pay' : title}
    >
      {open &&
        (offer ? (
          <PaymentLink
            offer={offer}
            timeZone={order.view.event.timeZone}
            locale={organizer.locale}
            onClose={close}
          />
        ) : (
          children(setOffer)
        ))}
    </Dialog>
  )
}

interface OptionsProps<Data>
  extends Pick<ChangeProps, 'organizer' | 'orderId' | 'order' | 'onClose'> {
  /** What is read, for people: 'The times'. */
  what: string
  read: {
    data: Data | undefined
    error: unknown
    isPending: boolean
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** Below the reason why nothing can be changed: another way. */
  otherWay?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what can be chosen once it is read, or why nothing can. */
export function Options<Data>(props: OptionsProps<Data>) {
  const { organizer, orderId, what, read, onClose, otherWay, children } = props
  // Read again with each opening: the page behind may have been open for a while.
  const { data: order = props.order } = useQuery(orderQuery(organizer.slug, orderId))
  const { data, error, isPending } = read
  const isRefused = error instanceof ApiError && error.status < 500
  if (data !== undefined && !isRefused) return children(data)
  if (isPending) {
    return (
      <SkeletonGroup label={`${what} are loading`} className="flex flex-col gap-4">
        <Skeleton className="h-28 w-full rounded-md" />
        <Skeleton className="h-40 w-full rounded-md" />
      </SkeletonGroup>
    )
  }
  if (isRefused) {
    return (
      <WhyNot onClose={onClose}>
        <p>{whyNotText(error, order)}</p>
        {otherWay && <p className="mt-1">{otherWay}</p>}
      </WhyNot>
    )
  }
  return (
    <FetchFailed
      what={what}
      error={error}
      onRetry={() => void read.refetch()}
      isRetrying={read.isFetching}
    />
  )
}

/** The policy in the words that buyers read, to be read out on the telephone. */
export function PolicyText({ children }: { children: string }) {
  return (
    <p className="text-sm text-muted">
      <span className="font-semibold text-text">What the buyer reads: </span>
      {children}
    </p>
  )
}

/** Why nothing can be chosen, in place of a form. */
export function WhyNot({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5">
      <Notice tone="warning">{children}</Notice>
      <Button onClick={onClose}>Close</Button>
    </div>
  )
}
