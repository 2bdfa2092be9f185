import {
  type DateOrder,
  FILE_KINDS,
  type FileKind,
  IMPORT_BYTES,
  type ImportResult,
  staffApi,
} from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Button, Field, Notice, notify, SelectInput, useFieldControl } from '@foyer/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { queryClient } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import type { ImportSearch } from '../../routing/search.ts'
import { Page, Section } from '../../shared/page.tsx'
import { ExportButtons, fetched } from '../../shared/save-table.tsx'
import { Asked, rowsText, Tried } from './import-result.tsx'

interface ImportScreenProps {
  organizer: { slug: string; role: Role }
  search: ImportSearch
  onSearch: (search: ImportSearch) => void
}

const TEXTS = {
  events: { name: 'Events', ofEvent: false },
  ticket_types: { name: 'Ticket types of an event', ofEvent: true },
  sessions: { name: 'Dates of an event', ofEvent: true },
  access_codes: { name: 'Access codes of an event', ofEvent: true },
  coupon_codes: { name: 'Coupon codes', ofEvent: false },
} as const satisfies Record<FileKind, { name: string; ofEvent: boolean }>

const kindOf = (text: string | undefined): FileKind =>
  FILE_KINDS.find((kind) => kind === text) ?? 'events'

/** Tables as files: out, and in again after a dry run. */
export function ImportScreen({ organizer, search, onSearch }: ImportScreenProps) {
  const { slug, role } = organizer
  const events = useQuery({
    queryKey: ['organizer', slug, 'events', 'names'],
    queryFn: () => callOf(slug)(staffApi.exportFile, { query: { kind: 'events' } }),
    select: ({ rows }) => rows.map(([id, name]) => ({ id: String(id), name: String(name) })),
  })
  const choices = events.data ?? []
  return (
    <Page
      title="Import and export"
      description="Tables as files of Excel, Numbers, LibreOffice and Google Sheets. A file that is imported is tried first, and then imported as a whole or not at all."
    >
      {may(role, 'catalog.change') && (
        <Section
          title="Import"
          description="Begin with an export: it has the columns. Rows with an id change what exists; rows without one create it. Dates and access codes that exist already stay as they are."
        >
          <Import organizer={slug} search={search} onSearch={onSearch} events={choices} />
        </Section>
      )}
      <Section title="Export" description="What you export can be imported again.">
        <Export organizer={slug} search={search} onSearch={onSearch} events={choices} />
      </Section>
      {may(role, 'buyers.export') && (
        <Section title="Orders" description="With the names and addresses of their buyers.">
          <p className="text-sm">
            Orders are exported from{' '}
            <Link {...paths.orders(slug)} className="link">
              their list
            </Link>
            , with its search and its filters.
          </p>
        </Section>
      )}
    </Page>
  )
}

interface NamedEvent {
  id: string
  name: string
}

interface PartProps extends Pick<ImportScreenProps, 'search' | 'onSearch'> {
  organizer: string
  events: readonly NamedEvent[]
}

function EventField({ search, onSearch, events }: Omit<PartProps, 'organizer'>) {
  return (
    <Field label="Event">
      <SelectInput
        value={search.event ?? ''}
        onChange={({ target }) => onSearch({ ...search, event: target.value || undefined })}
      >
        <option value="">Choose an event</option>
        {events.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectInput>
    </Field>
  )
}

/** What was in a file when it was chosen: a program may write to it meanwhile. */
interface ChosenFile {
  name: string
  bytes: Blob
}

interface Sent {
  kind: FileKind
  eventId: string | undefined
  file: ChosenFile
  dateOrder: DateOrder | undefined
  /** What a dry run found, which is now imported; null for a dry run. */
  tried: ImportResult | null
}

function Import({ organizer, search, onSearch, events }: PartProps) {
  const kind = kindOf(search.kind)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  /** What the person answered about the dates of this file. */
  const [dateOrder, setDateOrder] = useState<DateOrder>()
  const eventId = TEXTS[kind].ofEvent ? search.event : undefined
  const isReady = file !== null && (!TEXTS[kind].ofEvent || eventId !== undefined)
  const send = useMutation({
    mutationFn: ({ kind, eventId, file, dateOrder, tried }: Sent) =>
      callOf(organizer)(staffApi.importFile, {
        file: file.bytes,
        query: {
          ...{ kind, eventId, dateOrder, language: navigator.language },
          isDryRun: tried === null ? 'true' : 'false',
          digest: tried?.preview?.digest,
        },
      }),
    onSuccess: (result, sent) => {
      if (!result.isDone) return
      const title =
        sent.kind === 'sessions' ? 'The dates are being created' : importedText(result.rows)
      notify({ tone: 'success', title })
      // Another file may have been chosen meanwhile.
      setFile((current) => (current === sent.file ? null : current))
      void queryClient.invalidateQueries({ queryKey: ['organizer', organizer] })
    },
  })
  const found = send.data && !send.data.isDone ? send.data : null
  // What is imported stays in view until that is done.
  const tried = send.isPending ? send.variables.tried : found
  const canImport = tried !== null && tried.problems.length === 0 && !tried.asks
  const answer = (order: DateOrder) => {
    setDateOrder(order)
    // The question is gone with its buttons, and the focus with it.
    button.current?.focus()
    if (isReady) send.mutate({ kind, eventId, file, dateOrder: order, tried: null })
  }
  const change = (next: ImportSearch) => {
    send.reset()
    onSearch(next)
  }
  return (
    <form
      aria-label="Import"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        send.mutate({ kind, eventId, file, dateOrder, tried: canImport ? tried : null })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Rows of the file">
          <SelectInput
            value={kind}
            onChange={({ target }) => change({ ...search, kind: target.value })}
          >
            {FILE_KINDS.map((known) => (
              <option key={known} value={known}>
                {TEXTS[known].name}
              </option>
            ))}
          </SelectInput>
        </Field>
        {TEXTS[kind].ofEvent && <EventField search={search} onSearch={change} events={events} />}
      </div>
      <Field
        label="File"
        hint="An Excel workbook (.xlsx), of which the first sheet is read, or CSV. At most 2 MB and 10,000 rows."
        error={isTooLarge ? 'This file is larger than 2 MB. Import it in parts.' : undefined}
      >
        <FileInput
          name={file?.name ?? null}
          onChoose={(next) => {
            send.reset()
            setFile(next)
            setTooLarge(false)
            setDateOrder(undefined)
          }}
          onTooLarge={() => setTooLarge(true)}
        />
      </Field>
      {send.isError && <Notice tone="danger">{failureText(send.error)}</Notice>}
      {tried &&
        (tried.asks ? <Asked asks={tried.asks} onAnswer={answer} /> : <Tried result={tried} />)}
      <Button
        ref={button}
        type="submit"
        variant="primary"
        className="self-start"
        busy={send.isPending}
        disabledReason={
          file === null
            ? 'Choose a file first.'
            : !isReady
              ? 'Choose the event that the rows are of.'
              : tried?.asks
                ? 'Say first how the dates are written.'
                : undefined
        }
      >
        {canImport ? 'Import it' : 'Try it'}
      </Button>
    </form>
  )
}

const importedText = (rows: number): string =>
  `${rowsText(rows)} ${rows === 1 ? 'was' : 'were'} imported`

/** Shows the name of the file itself: a browser's own text forgets it when the same file is to be read again. */
function FileInput({
  name,
  onChoose,
  onTooLarge,
}: {
  name: string | null
  onChoose: (file: ChosenFile | null) => void
  /** No file is chosen any more. */
  onTooLarge: () => void
}) {
  const control = useFieldControl()
  return (
    <>
      <input
        {...control}
        type="file"
        accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="w-36 cursor-pointer overflow-hidden rounded-md text-sm file:min-h-9 file:w-36 file:cursor-pointer file:rounded-md file:border file:border-edge file:bg-raised file:font-semibold"
        // A file that was mended has the name of before, and would be no change.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (!file || file.size > IMPORT_BYTES) onChoose(null)
          if (!file) return
          if (file.size > IMPORT_BYTES) return onTooLarge()
          void file
            .arrayBuffer()
            .then((bytes) => onChoose({ name: file.name, bytes: new Blob([bytes]) }))
        }}
      />
      <p className="text-sm text-muted">{name ?? 'No file is chosen.'}</p>
    </>
  )
}

function Export({ organizer, search, onSearch, events }: PartProps) {
  const [kind, setKind] = useState<FileKind>('events')
  const { ofEvent } = TEXTS[kind]
  const table = () =>
    callOf(organizer)(staffApi.exportFile, {
      query: { kind, ...(ofEvent ? { eventId: search.event } : {}) },
    })
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Rows">
          <SelectInput value={kind} onChange={({ target }) => setKind(kindOf(target.value))}>
            {FILE_KINDS.map((known) => (
              <option key={known} value={known}>
                {TEXTS[known].name}
              </option>
            ))}
          </SelectInput>
        </Field>
        {ofEvent && <EventField search={search} onSearch={onSearch} events={events} />}
      </div>
      <ExportButtons
        parts={() => fetched(table())}
        disabledReason={ofEvent && !search.event ? 'Choose the event first.' : undefined}
      />
    </div>
  )
}
