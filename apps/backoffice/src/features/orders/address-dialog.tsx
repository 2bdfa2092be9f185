import { ApiError, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchOrders } from './order-queries.ts'

interface AddressDialogProps {
  open: boolean
  onClose: () => void
  organizer: string
  orderId: string
  email: string
}

/** Corrects the e-mail address of an order. */
export function AddressDialog({ open, ...rest }: AddressDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      title="Correct the address"
      description="The tickets are mailed to the new address at once. Links that were mailed before end, also those of participants, and the old address no longer opens the order. Codes of tickets that it has downloaded stay valid at the door."
    >
      {open && <AddressForm {...rest} />}
    </Dialog>
  )
}

function AddressForm({ onClose, organizer, orderId, email }: Omit<AddressDialogProps, 'open'>) {
  const form = useOfficeForm({
    schema: staffApi.correctAddress.body,
    values: { from: email, to: email },
    problems: { to: 'Write an e-mail address like ada@example.com.' },
    send: async (body) => {
      const { email: corrected } = await callOf(organizer)(staffApi.correctAddress, {
        params: { orderId },
        body,
      })
      await refetchOrders(organizer)
      notify({ tone: 'success', title: `The tickets are on their way to ${corrected}` })
      onClose()
    },
    fieldOf: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return null
      // The page behind shows the address that the other person saved.
      void refetchOrders(organizer)
      return { field: 'to', message: error.textOrStatus }
    },
  })
  return (
    <Form
      form={form}
      submit="Correct and send"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Correct the address"
    >
      <TextField
        form={form}
        name="to"
        label="E-mail"
        hint={`Now: ${email}`}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  )
}
