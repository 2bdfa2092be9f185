import { type DeskOrder, staffApi } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, Notice, notify } from '@foyer/ui'
import { useState } from 'react'
import { callOf } from '../../../data/client.ts'
import { failureText } from '../../../data/failure-text.ts'
import { actOnOrder } from '../order-queries.ts'
import { ticketsText } from './change-texts.ts'

interface OfferedChangeProps {
  organizer: { slug: string; locale: string }
  orderId: string
  offered: NonNullable<DeskOrder['offered']>
}

/** A change that its buyer was asked to pay for, and the button that withdraws it. */
export function OfferedChange({ organizer, orderId, offered }: OfferedChangeProps) {
  const { slug, locale } = organizer
  const { kind, tickets, dueMinor, currency } = offered
  const [isBusy, setBusy] = useState(false)
  const withdraw = async () => {
    setBusy(true)
    try {
      await actOnOrder(
        slug,
        () => callOf(slug)(staffApi.withdrawChange, { params: { orderId } }),
        ({ wasOffered }) =>
          notify({
            tone: 'success',
            title: wasOffered
              ? 'The change is withdrawn'
              : 'There was nothing to withdraw any more',
            ...(wasOffered && {
              description: 'Its link has ended, and the new tickets are free again.',
            }),
          }),
      )
    } catch (error) {
      notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      title={`The buyer was asked to pay ${formatAmount(dueMinor, currency, locale)}`}
      actions={
        <Button busy={isBusy} onClick={() => void withdraw()}>
          Withdraw the change
        </Button>
      }
      className="mb-4"
    >
      {`For ${ticketsText(tickets)} ${kind === 'reschedule' ? 'at another time' : 'of a dearer type'}. The change is made by itself once it is paid; the link ends a week after it was mailed.`}
    </Notice>
  )
}
