import { ApiError, type EditableSession, type ListedSession, staffApi } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Button, Dialog, notify, Skeleton, SkeletonGroup } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { FetchFailed } from '../../shared/page.tsx'
import { ExportButtons, fetched } from '../../shared/save-table.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { type DatesInfo, datesChanged, type EventRef, sessionQuery } from './queries.ts'
import { RoomField } from './room-field.tsx'
import {
  fixedPrice,
  newSessionValues,
  type SessionValues,
  sendSession,
  sessionLabels,
  sessionSchema,
  shownTypes,
  valuesOfSession,
} from './session-values.ts'
import { beyondRoomText, counted, roomConflictText, startText, typedCapacity } from './texts.ts'

interface SessionDialogProps {
  reference: EventRef
  info: DatesInfo
  /** Null for a new one. */
  session: ListedSession | null
  mayChange: boolean
  maySeeOrders: boolean
  open: boolean
  onClose: () => void
}

/** One date of an event: a new one, or one that exists with what was sold of it. */
export function SessionDialog(props: SessionDialogProps) {
  const { session, info, open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={session ? startText(session.startsAt, info.timeZone) : 'One date'}
      description={
        session
          ? 'To change its time, move it: its buyers are asked.'
          : `Times are those of the venue (${info.timeZone.replaceAll('_', ' ')}).`
      }
    >
      {open &&
        (session ? (
          <Existing {...props} session={session} />
        ) : (
          <SessionForm {...props} edit={null} />
        ))}
    </Dialog>
  )
}

function Existing(props: SessionDialogProps & { session: ListedSession }) {
  const { reference, session, info } = props
  const found = useQuery(sessionQuery(reference.organizer, session.id))
  if (found.isPending) {
    return (
      <SkeletonGroup label="Loading the date" className="flex flex-col gap-3">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-24 w-full" />
      </SkeletonGroup>
    )
  }
  if (found.isError) {
    return <FetchFailed what="The date" error={found.error} onRetry={() => void found.refetch()} />
  }
  const { orders, capacitySummaries, shares, amountMinor, edit } = found.data
  const conflict = roomConflictText(found.data, info.timeZone)
  // A capacity counts places, of which a ticket may take several.
  const sold = capacitySummaries.reduce((sum, { soldCount }) => sum + soldCount, 0)
  const held = capacitySummaries.reduce((sum, { heldCount }) => sum + heldCount, 0)
  return (
    <>
      <p className="figures mb-4 text-sm text-muted">
        {counted(sold, 'ticket')} sold in {counted(orders, 'order')}
        {amountMinor > 0 && `, for ${formatAmount(amountMinor, info.currency)}`}
        {held > 0 && `; ${counted(held, 'ticket')} in carts`}.
      </p>
      {shares.map((share) => (
        <p key={share.name} className="figures mb-4 text-sm text-muted">
          {`${share.name}: ${share.held + share.sold} of ${share.capacity} shared places are held or sold.`}
        </p>
      ))}
      {conflict && <Warning>{conflict}</Warning>}
      <SessionForm {...props} edit={edit} />
    </>
  )
}

/** Something that may be right, and mostly is not. */
function Warning({ children }: { children: string }) {
  return (
    <p className="mb-4 flex items-start gap-2 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
      {children}
    </p>
  )
}

const isEditable = (current: unknown): current is EditableSession =>
  typeof current === 'object' && current !== null && 'version' in current && 'types' in current

function SessionForm({
  reference,
  info,
  session,
  mayChange,
  maySeeOrders,
  edit,
  onClose,
}: SessionDialogProps & { edit: EditableSession | null }) {
  const types = shownTypes(info, edit)
  const form = useOfficeForm<SessionValues, SessionValues>({
    schema: sessionSchema(info),
    values: edit ? valuesOfSession(edit, info) : newSessionValues(info),
    problems: {},
    send: async (values) => {
      const stored = await sendSession(reference, info, session?.id ?? null, values)
      queryClient.removeQueries({ queryKey: sessionQuery(reference.organizer, stored.id).queryKey })
      await datesChanged(reference)
      notify({
        tone: 'success',
        title: session ? 'Date changed' : 'Date created',
        description: startText(stored.startsAt, info.timeZone),
      })
      onClose()
    },
    fieldOf: (error) => {
      if (!(error instanceof ApiError)) return null
      if (error.code === 'session_exists') return { field: 'time', message: error.textOrStatus }
      if (error.code !== 'capacity_below_taken') return null
      const { poolId } = error.details
      const field =
        typeof poolId === 'string' && poolId !== session?.id ? `capacity_${poolId}` : 'capacity'
      return { field, message: error.textOrStatus }
    },
    shared: {
      valuesOf: (current) => (isEditable(current) ? valuesOfSession(current, info) : null),
      labels: sessionLabels(info),
    },
  })
  const room = info.rooms.find(({ id }) => id === form.watch('room')) ?? null
  const capacity = typedCapacity(form.watch('capacity') ?? '')
  const beyond = capacity === undefined ? null : beyondRoomText(room, capacity)
  const isOff = edit?.state === 'called_off'
  return (
    <Form
      form={form}
      label={session ? 'Date' : 'New date'}
      submit={session ? 'Save' : 'Create the date'}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      {(isOff || !mayChange) && (
        <p className="text-sm text-muted">
          {isOff
            ? 'This date was called off. What you change is not sold any more.'
            : 'You may look at this, and not change it.'}
        </p>
      )}
      {session && maySeeOrders && (
        <ExportButtons
          label="Guest list"
          parts={() =>
            fetched(
              callOf(reference.organizer)(staffApi.exportGuests, {
                body: { sessionId: session.id },
              }),
            )
          }
          onSaved={(rows) =>
            notify({ tone: 'success', title: `${counted(rows, 'ticket')} in the list` })
          }
        />
      )}
      {!session && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField form={form} name="date" label="Day" type="date" />
          <TextField form={form} name="time" label="Starts at" type="time" />
          <TextField form={form} name="duration" label="Lasts, in minutes" inputMode="numeric" />
        </div>
      )}
      {info.rooms.length > 0 && (
        <RoomField
          label="Room"
          rooms={info.rooms}
          value={form.watch('room') ?? ''}
          onChange={(room) => {
            form.setValue('room', room?.id ?? '')
            if (room) form.setValue('capacity', String(room.capacity))
          }}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField form={form} name="name" label="Name" mark="optional" maxLength={100} />
        <TextField
          form={form}
          name="capacity"
          label="Capacity"
          mark="empty: no limit"
          inputMode="numeric"
        />
      </div>
      {beyond && <Warning>{beyond}</Warning>}
      {types.map((type) => {
        const isSold = edit?.types.some(({ ticketTypeId }) => ticketTypeId === type.id) ?? false
        return (
          <fieldset key={type.id} className="border-t border-edge pt-3">
            <legend className="sr-only">{type.name}</legend>
            <p aria-hidden="true" className="mb-2 text-sm font-semibold">
              {type.name}
              {!type.isPricedBySession && (
                <span className="figures font-normal text-muted"> {fixedPrice(type, info)}</span>
              )}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {!isSold && (
                <SelectField form={form} name={`sells_${type.id}`} label="Sold on this date">
                  <option value="yes">Yes</option>
                  <option value="no">No</option>
                </SelectField>
              )}
              <TextField
                form={form}
                name={`capacity_${type.id}`}
                label="At most"
                mark="empty: no own limit"
                inputMode="numeric"
              />
              {type.isPricedBySession && (
                <TextField
                  form={form}
                  name={`price_${type.id}`}
                  label={`Price, ${info.currency.toUpperCase()}`}
                  mark="empty: not on sale"
                  inputMode="decimal"
                />
              )}
            </div>
          </fieldset>
        )
      })}
    </Form>
  )
}
