import { ApiError, type DeskOrder } from '@foyer/contract'
import type { BeyondBuyers, CancelRefusal } from '@foyer/domain'
import { Button, Dialog, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../../data/failure-text.ts'
import { FetchFailed } from '../../../shared/page.tsx'
import type { Offer } from './change-queries.ts'
import { beyondText } from './change-texts.ts'
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

interface OptionsProps<Data> extends Pick<ChangeProps, 'onClose'> {
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
  const { what, read, onClose, otherWay, children } = props
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
        <p>{failureText(error)}</p>
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

/** What the team does here beyond what buyers may, and why they may not; nothing if they may. */
export function BeyondPolicy({ reason }: { reason: BeyondBuyers | CancelRefusal | null }) {
  return reason && <Notice tone="warning">{beyondText(reason)}</Notice>
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
