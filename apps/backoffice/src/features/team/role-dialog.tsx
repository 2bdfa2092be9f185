import { ApiError, staffApi } from '@foyer/contract'
import { ROLE_TEXTS, type Role } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { type Member, queryClient, teamQuery } from '../../data/queries.ts'
import { ChoiceField, Form } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { roleChoices } from './role-choices.ts'

interface RoleDialogProps {
  open: boolean
  onClose: () => void
  organizer: { slug: string; role: Role }
  member: Member
}

export function RoleDialog({ open, onClose, organizer, member }: RoleDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Role of ${member.name}`}>
      {open && <RoleForm onClose={onClose} organizer={organizer} member={member} />}
    </Dialog>
  )
}

function RoleForm({ onClose, organizer, member }: Omit<RoleDialogProps, 'open'>) {
  const { slug } = organizer
  const form = useOfficeForm({
    schema: staffApi.changeRole.body,
    values: { role: member.role },
    problems: { role: 'Choose a role.' },
    send: async (body) => {
      const params = { personId: member.personId }
      const team = await callOf(slug)(staffApi.changeRole, { params, body })
      queryClient.setQueryData(teamQuery(slug).queryKey, team)
      notify({
        tone: 'success',
        title: `${member.name} is now ${ROLE_TEXTS[body.role].name.toLowerCase()}`,
      })
      onClose()
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'last_owner'
        ? { field: 'role', message: error.textOrStatus }
        : null,
  })
  return (
    <Form
      form={form}
      submit="Change the role"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label={`Role of ${member.name}`}
    >
      <ChoiceField form={form} name="role" label="Role" choices={roleChoices(organizer.role)} />
    </Form>
  )
}
