import { ApiError, staffApi } from '@foyer/contract'
import { fullName } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { REASON_PROBLEM } from './changes/change-texts.ts'
import { refetchOrders } from './order-queries.ts'

interface NameDialogProps {
  open: boolean
  onClose: () => void
  organizer: string
  orderId: string
  name: { firstName: string; lastName: string }
}

/** Corrects the name of an order. */
export function NameDialog({ open, ...rest }: NameDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Correct the name"
      description="The tickets are mailed with the new name at once, and passes in wallets follow. Their codes stay: tickets that were printed before admit as well."
    >
      {open && <NameForm {...rest} />}
    </Dialog>
  )
}

function NameForm({ onClose, organizer, orderId, name }: Omit<NameDialogProps, 'open'>) {
  const form = useOfficeForm({
    schema: staffApi.correctName.body,
    values: { from: name, to: name, reason: '' },
    problems: {
      'to.firstName': 'Write a name.',
      'to.lastName': 'Write a shorter name.',
      reason: REASON_PROBLEM,
    },
    send: async (body) => {
      const corrected = await callOf(organizer)(staffApi.correctName, {
        params: { orderId },
        body,
      })
      await refetchOrders(organizer)
      notify({
        tone: 'success',
        title: `The tickets are for ${fullName(corrected)} now, and mailed anew`,
      })
      onClose()
    },
    fieldOf: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
      // The page behind shows the name that the other person saved.
      void refetchOrders(organizer)
      return { field: 'to.firstName', message: error.textOrStatus }
    },
  })
  return (
    <Form
      form={form}
      submit="Correct and send"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Correct the name"
    >
      <TextField form={form} name="to.firstName" label="First name" autoComplete="off" />
      <TextField form={form} name="to.lastName" label="Last name" autoComplete="off" />
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="For your team. The buyer does not see it."
        autoComplete="off"
      />
    </Form>
  )
}
