import { ApiError, type OfficeTicketGroup, staffApi } from '@foyer/contract'
import { Button, Dialog } from '@foyer/ui'
import * as z from 'zod/mini'
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

/** The fields of a group; an empty capacity shares none. */
const schema = z.object({
  ...body.shape,
  capacity: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): number | null => (text.trim() === '' ? null : Number(text))),
    ),
    body.shape.capacity,
  ),
})

const valuesOf = ({ capacity, ...same }: z.output<typeof body>): z.input<typeof schema> => ({
  ...same,
  capacity: capacity === null ? '' : String(capacity),
})

/** A group: its name, which buyers read above its types if there is more than one, and what its types share. */
export function GroupDialog(props: GroupDialogProps) {
  const { group, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={group ? group.details.name : 'New ticket group'}
      description="With more than one group, buyers read their names as headings."
    >
      <GroupForm {...props} />
    </Dialog>
  )
}

function GroupForm({ organizer, eventId, group, onClose }: GroupDialogProps) {
  const form = useOfficeForm({
    schema,
    values: group
      ? valuesOf({ ...group.details, version: group.version })
      : { name: '', description: '', capacity: '', isArchived: false, version: '0'.repeat(20) },
    problems: {
      name: 'Enter a name of at most 100 characters.',
      capacity: 'A whole number, or nothing.',
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'capacity_below_taken'
        ? { field: 'capacity', message: error.textOrStatus }
        : null,
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
        return read.success ? valuesOf(read.data) : null
      },
      labels: { name: 'Name', capacity: 'Shared capacity', isArchived: 'Archived' },
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
      <TextField
        form={form}
        name="capacity"
        label="Shared capacity"
        mark="optional"
        hint="How many places the types of this group share on each date, within its capacity. Leave it empty if they share none."
        inputMode="numeric"
        autoComplete="off"
      />
    </Form>
  )
}
