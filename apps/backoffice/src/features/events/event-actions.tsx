import { ApiError, type OfficeEvent, staffApi } from '@foyer/contract'
import { EVENT_MOVES, EVENT_STATES, type EventMove, mayMoveEvent } from '@foyer/domain'
import { Button, Dialog, IconButton, notify } from '@foyer/ui'
import { Ellipsis } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { eventQuery, queryClient, storeEvent } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { Menu, MenuItem, MenuLine } from '../../shared/menu.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { TestDialog } from './test-dialog.tsx'

interface EventActionsProps {
  organizer: string
  event: OfficeEvent
}

/** What a move asks before it is made; moves without a line are made at once. */
const QUESTIONS: Partial<Record<EventMove, { title: string; text: string }>> = {
  unpublish: {
    title: 'Unpublish this event?',
    text: 'Its page disappears and nothing more is sold. Who has tickets in a cart can still pay for them, and all orders stay.',
  },
  archive: {
    title: 'Archive this event?',
    text: 'Its page disappears, nothing more is sold, and lists show it only if you ask for archived events. All orders stay. You can restore it as a draft.',
  },
}

/** What opens a dialog of its own. */
const OWN_DIALOGS = ['test', 'duplicate', 'delete'] as const
type OwnDialog = (typeof OWN_DIALOGS)[number]
const isOwnDialog = (name: EventMove | OwnDialog): name is OwnDialog =>
  OWN_DIALOGS.some((own) => own === name)

/** Publishing is the button; the other moves, a duplicate and the end of a draft are in a menu. */
export function EventActions({ organizer, event }: EventActionsProps) {
  const [asking, setAsking] = useState<EventMove | OwnDialog | null>(null)
  const close = () => setAsking(null)
  const move = async (name: EventMove) => {
    const params = { eventId: event.id }
    const moved = await callOf(organizer)(staffApi.moveOfficeEvent, {
      params,
      body: { move: name },
    })
    storeEvent(organizer, moved)
    notify({
      tone: 'success',
      title: `${moved.details.name}: ${EVENT_STATES[moved.state].label.toLowerCase()}`,
      description: EVENT_STATES[moved.state].text,
    })
  }
  const moving = useMutation({
    mutationFn: move,
    onError: async (error) => {
      notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
      await queryClient.invalidateQueries({ queryKey: eventQuery(organizer, event.id).queryKey })
    },
  })
  const start = (name: EventMove) => (QUESTIONS[name] ? setAsking(name) : moving.mutate(name))
  const mayDo = (name: EventMove) => mayMoveEvent(event.state, name)
  const asked = asking && !isOwnDialog(asking) ? asking : null
  const question = asked && QUESTIONS[asked]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayDo('publish') && <Button onClick={() => setAsking('test')}>Try an order</Button>}
      {mayDo('publish') && (
        <Button variant="primary" busy={moving.isPending} onClick={() => start('publish')}>
          {EVENT_MOVES.publish.label}
        </Button>
      )}
      {mayDo('restore') && (
        <Button busy={moving.isPending} onClick={() => start('restore')}>
          {EVENT_MOVES.restore.label}
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label="More about this event">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuItem onChoose={() => setAsking('test')}>Try an order</MenuItem>
        <MenuItem onChoose={() => setAsking('duplicate')}>Duplicate</MenuItem>
        {mayDo('unpublish') && (
          <MenuItem onChoose={() => start('unpublish')}>{EVENT_MOVES.unpublish.label}</MenuItem>
        )}
        {mayDo('archive') && (
          <MenuItem onChoose={() => start('archive')}>{EVENT_MOVES.archive.label}</MenuItem>
        )}
        {event.state === 'draft' && (
          <>
            <MenuLine />
            <MenuItem isDanger onChoose={() => setAsking('delete')}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      {question && asked && (
        <Confirm
          open
          onClose={close}
          title={question.title}
          description={question.text}
          action={EVENT_MOVES[asked].label}
          run={() => move(asked)}
        />
      )}
      <TestDialog open={asking === 'test'} onClose={close} organizer={organizer} event={event} />
      <DuplicateDialog
        open={asking === 'duplicate'}
        onClose={close}
        organizer={organizer}
        event={event}
      />
      <DeleteDialog
        open={asking === 'delete'}
        onClose={close}
        onArchive={() => moving.mutate('archive')}
        organizer={organizer}
        event={event}
      />
    </div>
  )
}

interface EventDialogProps extends EventActionsProps {
  open: boolean
  onClose: () => void
}

function DuplicateDialog({ open, onClose, ...rest }: EventDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Duplicate this event"
      description="The copy is a draft with the same details, tickets and add-ons. It has no dates yet."
    >
      {open && <DuplicateForm onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function DuplicateForm({ onClose, organizer, event }: Omit<EventDialogProps, 'open'>) {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.duplicateOfficeEvent.body,
    values: { name: `${event.details.name} (copy)`.slice(0, 160) },
    problems: { name: 'Enter a name for the copy.' },
    send: async (body) => {
      const params = { eventId: event.id }
      const copy = await callOf(organizer)(staffApi.duplicateOfficeEvent, { params, body })
      storeEvent(organizer, copy)
      onClose()
      await navigate(paths.event(organizer, copy.id))
    },
  })
  return (
    <Form
      form={form}
      submit="Duplicate"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Duplicate this event"
    >
      <TextField form={form} name="name" label="Name of the copy" />
    </Form>
  )
}

const contentsOf = ({ sessionCount }: OfficeEvent): string => {
  if (sessionCount === 0) return 'Its details and ticket types'
  const dates = sessionCount === 1 ? 'date' : `${sessionCount.toLocaleString('en-US')} dates`
  return `Its details, ticket types and ${dates}`
}

/** Deletes a draft. What was sold stays in the books: the refusal offers to archive it instead. */
function DeleteDialog({
  open,
  onClose,
  onArchive,
  organizer,
  event,
}: EventDialogProps & { onArchive: () => void }) {
  const navigate = useNavigate()
  const [isInBooks, setInBooks] = useState(false)
  if (isInBooks) {
    return (
      <Confirm
        // Another question: the refusal of the first one is not shown in it.
        key="archive"
        open={open}
        onClose={() => {
          setInBooks(false)
          onClose()
        }}
        title="This event stays in the books"
        description="Tickets of it were held or sold, or a coupon names it, so it cannot be deleted. Archived, it is out of your lists, and its orders stay."
        action="Archive it"
        run={async () => onArchive()}
      />
    )
  }
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Delete ${event.details.name}?`}
      description={`${contentsOf(event)} are gone for good. It can be deleted only if nothing of it was ever held or sold.`}
      action="Delete"
      isDanger
      run={async () => {
        try {
          const params = { eventId: event.id }
          await callOf(organizer)(staffApi.deleteOfficeEvent, { params })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'event_in_use') setInBooks(true)
          throw error
        }
        await navigate(paths.events(organizer))
        queryClient.removeQueries({ queryKey: eventQuery(organizer, event.id).queryKey })
        await queryClient.invalidateQueries({ queryKey: ['organizer', organizer, 'events'] })
        notify({ tone: 'success', title: `${event.details.name} is deleted` })
      }}
    />
  )
}
