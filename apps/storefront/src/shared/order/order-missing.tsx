import { orders } from '@foyer/contract'
import { buttonStyle, EmptyState, Notice } from '@foyer/ui'
import { useState } from 'react'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../app-context.tsx'
import { EmailForm } from './email-form.tsx'

/** This browser cannot open the order. The buyer's address can get a new link. */
export function OrderMissing({
  orderId,
  title = 'Order not found',
  text,
}: {
  orderId: string
  title?: string | undefined
  /** Instead of the specification's two sentences about an order that is not found. */
  text?: string | undefined
}) {
  return (
    <EmptyState
      level={1}
      title={title}
      actions={
        <>
          <Link {...paths.manageOrders()} className={buttonStyle('primary', 'lg')}>
            Find your order
          </Link>
          <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
            Browse More Events
          </Link>
        </>
      }
    >
      {text ? (
        <p>{text}</p>
      ) : (
        <>
          <p>No order data found for this ID.</p>
          <p>Unable to find order details. Please check your order confirmation email.</p>
        </>
      )}
      <p className="mt-4 mb-3">
        If the link was cut off or has ended, type the e-mail address that the order was bought
        with. We send a new link there.
      </p>
      <NewLink orderId={orderId} />
    </EmptyState>
  )
}

/** The link was valid and has expired. */
export function LinkEnded({ orderId }: { orderId: string }) {
  return (
    <EmptyState
      level={1}
      title="This link has ended"
      actions={
        <Link {...paths.events()} className={buttonStyle('quiet', 'lg')}>
          Browse More Events
        </Link>
      }
    >
      <p>
        Links in our mails open an order until some time after the visit, and then no longer. Your
        order is still there. Type the e-mail address that it was bought with, and we send a new
        link to that address.
      </p>
      <div className="mt-4">
        <NewLink orderId={orderId} />
      </div>
    </EmptyState>
  )
}

/** Sends a mail with a new link to the order's own address, only if that is the address typed. */
function NewLink({ orderId }: { orderId: string }) {
  const { call } = useApp()
  const [sent, setSent] = useState<string | null>(null)
  if (sent) {
    return (
      <Notice tone="success" title="A new link is on its way" announce="status">
        {sent}
      </Notice>
    )
  }
  const send = async (email: string) => {
    const { message } = await call(orders.sendConfirmation, { body: { orderId, email } })
    setSent(message)
  }
  return <EmailForm action="Send a new link" onSubmit={send} />
}
