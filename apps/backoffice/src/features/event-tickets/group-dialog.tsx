import { type OfficeTicketGroup, staffApi } from '@foyer/contract'
import { Button, Dialog } from '@foyer/ui'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeTickets } from './tickets-query.ts'

interface GroupDialogProps {
  organizer: string
  eventId: string
  /** Null: a new one. */
  group: OfficeTicketGroup | null
  onClose: () => void
}

const body = staffApi.changeTicketGroup.body

/** The name of a group, which buyers read above its types if there is more than one group. */
export function GroupDialog(props: GroupDialogProps) {
  const { group, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={group ? 'Rename the group' : 'New ticket group'}
      description="With more than one group, buyers read their names as headings."
    >
      <GroupForm {...props} />
    </Dialog>
  )
}

function GroupForm({ organizer, eventId, group, onClose }: GroupDialogProps) {
  const form = useOfficeForm({
    schema: body,
    values: group
      ? { ...group.details, version: group.version }
      : { name: '', description: '', isArchived: false, version: '0'.repeat(20) },
    problems: { name: 'Enter a name of at most 100 characters.' },
    send: async ({ version, isArchived, ...details }) => {
      const call = callOf(organizer)
      const stored = group
        ? await call(staffApi.changeTicketGroup, {
            params: { groupId: group.id },
            body: { ...details, isArchived, version },
          })
        : await call(staffApi.createTicketGroup, { params: { eventId }, body: details })
      storeTickets(organizer, stored)
      onClose()
    },
    shared: {
      valuesOf: (current) => {
        const read = body.safeParse(current)
        return read.success ? read.data : null
      },
      labels: { name: 'Name', isArchived: 'Archived' },
    },
  })
  return (
    <Form
      form={form}
      submit={group ? 'Save' : 'Add the group'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Ticket group"
    >
      <TextField form={form} name="name" label="Name" autoComplete="off" />
    </Form>
  )
}
