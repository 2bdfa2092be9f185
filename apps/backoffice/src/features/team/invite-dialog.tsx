import { ApiError, staffApi } from '@foyer/contract'
import type { Role } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { queryClient, teamQuery } from '../../data/queries.ts'
import { ChoiceField, Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { roleChoices } from './role-choices.ts'

interface InviteDialogProps {
  open: boolean
  onClose: () => void
  organizer: { slug: string; name: string; role: Role }
}

export function InviteDialog({ open, onClose, organizer }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite a person"
      description={`They get a mail with a link to join ${organizer.name}. It works for a week.`}
    >
      {open && <InviteForm onClose={onClose} organizer={organizer} />}
    </Dialog>
  )
}

function InviteForm({ onClose, organizer }: Omit<InviteDialogProps, 'open'>) {
  const { slug, role } = organizer
  const form = useOfficeForm({
    schema: staffApi.invite.body,
    values: { email: '', role: 'box_office' },
    problems: {
      email: 'Enter an address, such as ada@example.com.',
      role: 'Choose a role.',
    },
    send: async (body) => {
      const team = await callOf(slug)(staffApi.invite, { body })
      queryClient.setQueryData(teamQuery(slug).queryKey, team)
      notify({ tone: 'success', title: 'Invitation sent', description: body.email })
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'already_member'
        ? { field: 'email', message: error.textOrStatus }
        : null,
  })
  return (
    <Form
      form={form}
      label="Invite a person"
      submit="Send the invitation"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextField form={form} name="email" label="E-mail address" type="email" autoComplete="off" />
      <ChoiceField form={form} name="role" label="Role" choices={roleChoices(role)} />
    </Form>
  )
}
