import { ApiError } from '@foyer/contract'
import {
  Button,
  Dialog,
  Field,
  Notice,
  SelectInput,
  Skeleton,
  SkeletonGroup,
  TextInput,
} from '@foyer/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { failureText } from '../../data/failure-text.ts'
import { BulkPreviewText, startLabel } from './bulk-preview.tsx'
import {
  type Chosen,
  type DatesInfo,
  type EventRef,
  type PlannedChange,
  previewQuery,
  startChange,
} from './queries.ts'
import { NO_ROOM, RoomOptions } from './room-field.tsx'
import { typedCapacity, typedPrice } from './texts.ts'

type Kind = 'edit' | 'close' | 'reopen' | 'call_off'

interface BulkDialogProps {
  reference: EventRef
  info: DatesInfo
  kind: Kind
  chosen: Chosen
  open: boolean
  onClose: () => void
}

const TITLES = {
  edit: 'Change many dates',
  close: 'Close many dates',
  reopen: 'Open many dates again',
  call_off: 'Call off many dates',
} as const satisfies Record<Kind, string>

/** What to do with many dates, then what it touches, then it starts. */
export function BulkDialog({ reference, info, kind, chosen, open, onClose }: BulkDialogProps) {
  return (
    <Dialog wide open={open} onClose={onClose} title={TITLES[kind]}>
      {open && (
        <Steps reference={reference} info={info} kind={kind} chosen={chosen} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Steps({ reference, info, kind, chosen, onClose }: Omit<BulkDialogProps, 'open'>) {
  const { selection } = chosen
  const [change, setChange] = useState<PlannedChange | null>(
    kind === 'close' || kind === 'reopen' ? { kind, selection } : null,
  )
  if (!change) {
    return kind === 'call_off' ? (
      <CallOffForm info={info} selection={selection} onNext={setChange} onClose={onClose} />
    ) : (
      <EditForm info={info} selection={selection} onNext={setChange} onClose={onClose} />
    )
  }
  const back = kind === 'edit' || kind === 'call_off' ? () => setChange(null) : null
  return (
    <PreviewStep
      reference={reference}
      info={info}
      change={change}
      onBack={back}
      onClose={onClose}
    />
  )
}

function PreviewStep({
  reference,
  info,
  change,
  onBack,
  onClose,
}: Pick<BulkDialogProps, 'reference' | 'info' | 'onClose'> & {
  change: PlannedChange
  onBack: (() => void) | null
}) {
  const preview = useQuery(previewQuery(reference, change))
  const start = useMutation({
    mutationFn: (digest: string) => startChange(reference, change, digest),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void preview.refetch()
    },
  })
  const isDanger = change.kind === 'call_off'
  return (
    <div className="flex flex-col gap-5">
      {preview.isPending && (
        <SkeletonGroup label="Working out what this touches" className="flex flex-col gap-3">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-20 w-full" />
        </SkeletonGroup>
      )}
      {preview.isError && <Notice tone="danger">{failureText(preview.error)}</Notice>}
      {preview.data && <BulkPreviewText preview={preview.data} info={info} />}
      {start.isError && <Notice tone="danger">{failureText(start.error)}</Notice>}
      <p className="text-sm text-muted">
        It runs in the background and can be stopped. What is done by then stays.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          busy={start.isPending}
          disabledReason={
            preview.data?.sessions === 0
              ? 'Nothing would change.'
              : preview.data
                ? undefined
                : 'It is not worked out yet.'
          }
          onClick={() => preview.data && start.mutate(preview.data.digest)}
        >
          {preview.data ? startLabel(preview.data) : 'Start'}
        </Button>
        {onBack && <Button onClick={onBack}>Back</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  )
}

interface StepFormProps {
  info: DatesInfo
  selection: Chosen['selection']
  onNext: (change: PlannedChange) => void
  onClose: () => void
}

/** What is left empty stays as it is on each date. */
function EditForm({ info, selection, onNext, onClose }: StepFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const types = info.types.filter(({ isArchived }) => !isArchived)
  const text = (name: string) => typed[name]?.trim() ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong: Record<string, string> = {}
    const capacityAt = (name: string) => {
      if (text(name) === '') return undefined
      const value = text(name) === 'none' ? null : typedCapacity(text(name))
      if (value === undefined) wrong[name] = 'Enter a whole number, or none for no limit.'
      return value
    }
    const change = {
      kind: 'edit' as const,
      selection,
      ...(text('name') ? { name: text('name') } : {}),
      capacity: capacityAt('capacity'),
      ...(text('room') ? { roomId: text('room') === 'none' ? null : text('room') } : {}),
      types: types.flatMap(({ id, isPricedBySession }) => {
        const own = capacityAt(`capacity_${id}`)
        const price = isPricedBySession ? text(`price_${id}`) : ''
        const priceMinor = price === '' ? undefined : typedPrice(price, info.currency)
        if (price !== '' && priceMinor === undefined)
          wrong[`price_${id}`] = 'Enter a price such as 12.50.'
        return own === undefined && priceMinor === undefined
          ? []
          : [{ ticketTypeId: id, capacity: own, priceMinor }]
      }),
    }
    const { name, capacity, roomId, types: changed } = change
    if (!name && capacity === undefined && roomId === undefined && changed.length === 0) {
      wrong.name ??= 'Change at least one of these.'
    }
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) onNext(change)
  }
  const field = (name: string, label: string, hint?: string) => (
    <Field key={name} label={label} error={problems[name]} mark={hint}>
      <TextInput
        value={typed[name] ?? ''}
        onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
      />
    </Field>
  )
  return (
    <form noValidate aria-label="Changes" onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">What you leave empty stays as it is on each date.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('name', 'Name')}
        {field('capacity', 'Capacity', "'none': no limit")}
        {info.rooms.length > 0 && (
          <Field
            label="Room"
            hint="The capacity stays unless you change it too."
            className="sm:col-span-2"
          >
            <SelectInput
              value={typed.room ?? ''}
              onChange={({ target }) => setTyped({ ...typed, room: target.value })}
            >
              <option value="">As it is</option>
              <option value="none">{NO_ROOM}</option>
              <RoomOptions rooms={info.rooms} />
            </SelectInput>
          </Field>
        )}
        {types.map(({ id, name, isPricedBySession }) => (
          <div key={id} className="grid items-start gap-4 sm:col-span-2 sm:grid-cols-2">
            {field(`capacity_${id}`, `${name}: at most`, "'none': no limit")}
            {isPricedBySession &&
              field(`price_${id}`, `${name}: price, ${info.currency.toUpperCase()}`)}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          See what it touches
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function CallOffForm({ info, selection, onNext, onClose }: StepFormProps) {
  const [message, setMessage] = useState('')
  const [answerByDate, setAnswerByDate] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext({
      kind: 'call_off',
      selection,
      message,
      ...(answerByDate ? { answerByDate } : {}),
    })
  }
  return (
    <form noValidate aria-label="Calling off" onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Buyers may answer until the end of"
        mark="optional"
        hint="They may choose another date instead of their money. Leave it empty to refund everybody at once."
      >
        <TextInput
          type="date"
          min={info.today}
          value={answerByDate}
          onChange={({ target }) => setAnswerByDate(target.value)}
        />
      </Field>
      <Field label="What you write to them" mark="optional">
        <TextInput
          maxLength={1000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          See what it touches
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
