import { type OperatedOrganizer, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import { call } from '../../data/client.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeOperated } from './platform-queries.ts'

export interface TermsDialogProps {
  organizer: OperatedOrganizer
  open: boolean
  onClose: () => void
}

const EFFECT =
  'Within a second its shop sells nothing new: buyers read that it is paused. Carts that are held can be paid, and orders can be looked up and changed. Its team can sign in and reads your reason.'

export function SuspendDialog({ organizer, open, onClose }: TermsDialogProps) {
  const { slug, name, terms } = organizer
  const form = useOfficeForm({
    schema: staffApi.suspendOrganizer.body,
    values: { reason: '', version: terms.version },
    problems: { reason: 'Say why, in up to 500 characters.' },
    send: async ({ reason }) => {
      const body = { reason, version: terms.version }
      storeOperated(await call(staffApi.suspendOrganizer, { params: { slug }, body }))
      onClose()
      notify({ tone: 'success', title: `${name} is suspended` })
    },
  })
  return (
    <Dialog open={open} onClose={onClose} title={`Suspend ${name}?`} description={EFFECT}>
      <Form
        form={form}
        label="Suspend"
        submit="Suspend"
        submitVariant="danger"
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextAreaField
          form={form}
          name="reason"
          label="Reason"
          hint="The team reads it; buyers do not."
          maxLength={500}
        />
      </Form>
    </Dialog>
  )
}

export function ResumeDialog({ organizer, open, onClose }: TermsDialogProps) {
  const { slug, name, terms } = organizer
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Let ${name} sell again?`}
      description="Its events are on sale within a second, as they were set before."
      action="Let it sell again"
      run={async () => {
        const body = { version: terms.version }
        storeOperated(await call(staffApi.resumeOrganizer, { params: { slug }, body }))
        notify({ tone: 'success', title: `${name} may sell again` })
      }}
    />
  )
}
