import { Dialog } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { CancelForm } from './cancel-form.tsx'
import { type ChangeProps, Options } from './change-dialog.tsx'
import { cancellationQuery } from './change-queries.ts'

interface CancelDialogProps extends ChangeProps {
  /** Whether the person may refund whatever the policy says. */
  mayRefund: boolean
}

/** Ends tickets for a buyer who asks the team, with the refund of the policy. */
export function CancelDialog(props: CancelDialogProps) {
  const { open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title="Cancel tickets"
      description="They end, their seats are on sale again, and what the policy gives back is refunded. This cannot be undone."
    >
      {open && <Cancel {...props} />}
    </Dialog>
  )
}

function Cancel(props: CancelDialogProps) {
  const { organizer, orderId, order, mayRefund } = props
  const read = useQuery(cancellationQuery(organizer.slug, orderId, null))
  return (
    <Options
      {...props}
      what="The tickets"
      read={read}
      otherWay={
        mayRefund && order.view.balance.leftMinor > 0
          ? 'With ‘Refund…’ you decide yourself what goes back.'
          : undefined
      }
    >
      {(quote) => <CancelForm {...props} quote={quote} />}
    </Options>
  )
}
