import { may, type Role } from '@foyer/domain'
import { Button, buttonStyle, cx, EmptyState, Field, SelectInput, TextInput } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { paths } from '../../routing/paths.ts'
import type { DatesSearch } from '../../routing/search.ts'
import { FetchFailed } from '../../shared/page.tsx'
import { BulkBanner } from './bulk-banner.tsx'
import { DatesSkeleton } from './dates-skeleton.tsx'
import { DaysTable } from './days-table.tsx'
import type { SessionDialogProps } from './progress-dialog.tsx'
import {
  type DatesInfo,
  type Doing,
  datesQuery,
  type EventRef,
  filterOf,
  sessionsQuery,
} from './queries.ts'
import { SessionsTable } from './sessions-table.tsx'
import { counted, STATE_TEXTS } from './texts.ts'

const SessionDialog = lazy(async () => ({
  default: (await import('./session-dialog.tsx')).SessionDialog,
}))
const DisruptDialog = lazy(async () => ({
  default: (await import('./disrupt-dialog.tsx')).DisruptDialog,
}))
const ProgressDialog = lazy(async () => ({
  default: (await import('./progress-dialog.tsx')).ProgressDialog,
}))
const MailDialog = lazy(async () => ({ default: (await import('./mail-dialog.tsx')).MailDialog }))
const GiveDialog = lazy(async () => ({ default: (await import('./give-dialog.tsx')).GiveDialog }))
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))

interface DatesScreenProps {
  organizer: { slug: string; role: Role }
  eventId: string
  search: DatesSearch
  onSearch: (search: DatesSearch) => void
}

/** All dates of an event: a list or its days, with what can be done about one or many of them. */
export function DatesScreen({ organizer, eventId, search, onSearch }: DatesScreenProps) {
  const ref = useMemo(() => ({ organizer: organizer.slug, eventId }), [organizer.slug, eventId])
  const info = useQuery(datesQuery(ref))
  if (info.isPending) return <DatesSkeleton />
  if (info.isError) {
    return (
      <FetchFailed
        what="The dates"
        error={info.error}
        onRetry={() => void info.refetch()}
        isRetrying={info.isFetching}
      />
    )
  }
  return (
    <Dates
      reference={ref}
      info={info.data}
      mayChange={may(organizer.role, 'catalog.change')}
      maySeeOrders={may(organizer.role, 'orders.read')}
      search={search}
      onSearch={onSearch}
    />
  )
}

interface DatesProps extends Pick<DatesScreenProps, 'search' | 'onSearch'> {
  reference: EventRef
  info: DatesInfo
  mayChange: boolean
  maySeeOrders: boolean
}

function Dates({ reference, info, mayChange, maySeeOrders, search, onSearch }: DatesProps) {
  // Stays while a dialog fades out.
  const [doing, setDoing] = useState<Doing | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (next: Doing) => {
    setDoing(next)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const isDays = search.view === 'days'
  return (
    <div className="flex flex-col gap-5">
      <BulkBanner reference={reference} info={info} mayChange={mayChange} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-4">
        <Filters search={search} onSearch={onSearch} />
        {mayChange && (
          <div className="ms-auto flex flex-wrap gap-3">
            <Button onClick={() => open({ action: 'create' })}>
              <Plus aria-hidden="true" className="size-4" />
              One date
            </Button>
            <Link
              {...paths.repeat(reference.organizer, reference.eventId)}
              className={buttonStyle('primary')}
            >
              Repeating dates
            </Link>
          </div>
        )}
      </div>
      {isDays ? (
        <DaysTable reference={reference} search={search} onSearch={onSearch} />
      ) : (
        <List
          reference={reference}
          info={info}
          mayChange={mayChange}
          search={search}
          onSearch={onSearch}
          onDo={open}
        />
      )}
      {doing && (
        <Suspense fallback={null}>
          {(doing.action === 'create' || doing.action === 'change') && (
            <SessionDialog
              reference={reference}
              info={info}
              session={doing.action === 'change' ? doing.session : null}
              mayChange={mayChange}
              maySeeOrders={maySeeOrders}
              open={isOpen}
              onClose={close}
            />
          )}
          {(doing.action === 'move' || doing.action === 'call_off') && (
            <DisruptDialog
              reference={reference}
              info={info}
              session={doing.session}
              kind={doing.action === 'move' ? 'moved' : 'called_off'}
              open={isOpen}
              onClose={close}
            />
          )}
          {(doing.action === 'progress' || doing.action === 'mail' || doing.action === 'give') && (
            <OrdersDialog
              action={doing.action}
              reference={reference}
              info={info}
              session={doing.session}
              open={isOpen}
              onClose={close}
            />
          )}
          {doing.action === 'bulk' && (
            <BulkDialog
              reference={reference}
              info={info}
              kind={doing.kind}
              chosen={doing.chosen}
              open={isOpen}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** What is done for the buyers of a date. */
function OrdersDialog({
  action,
  ...props
}: SessionDialogProps & { action: 'progress' | 'mail' | 'give' }) {
  if (action === 'progress') return <ProgressDialog {...props} />
  return action === 'mail' ? <MailDialog {...props} /> : <GiveDialog {...props} />
}

function List({
  reference,
  info,
  mayChange,
  search,
  onSearch,
  onDo,
}: Omit<DatesProps, 'maySeeOrders'> & { onDo: (doing: Doing) => void }) {
  const list = useInfiniteQuery(sessionsQuery(reference, search))
  const sessions = useMemo(
    () => list.data?.pages.flatMap((page) => page.sessions) ?? [],
    [list.data],
  )
  const filter = filterOf(search)
  const isFiltered = Object.values(filter).some(Boolean)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  // A page looks through a limited number of dates; with a filter it may have found none of them.
  const isSparse = sessions.length < 20 && hasNextPage && !isFetchingNextPage && !list.isError
  useEffect(() => {
    if (isSparse) void fetchNextPage()
  }, [isSparse, fetchNextPage])
  if (list.isPending) return <DatesSkeleton />
  if (list.isError && !list.data) {
    return (
      <FetchFailed
        what="The dates"
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    )
  }
  if (sessions.length === 0 && !hasNextPage) {
    return isFiltered ? (
      <EmptyState
        title="No date matches"
        actions={<Button onClick={() => onSearch({ view: search.view })}>Show all dates</Button>}
      >
        No date of this event matches all that you chose above.
      </EmptyState>
    ) : (
      <EmptyState
        title="No dates yet"
        actions={
          mayChange && (
            <>
              <Link
                {...paths.repeat(reference.organizer, reference.eventId)}
                className={buttonStyle('primary')}
              >
                Repeating dates
              </Link>
              <Button onClick={() => onDo({ action: 'create' })}>One date</Button>
            </>
          )
        }
      >
        Create a single evening, or a whole season by a rule: each day from 10:00 to 18:00 every 30
        minutes, closed on Mondays.
      </EmptyState>
    )
  }
  const total = list.data?.pages[0]?.total
  return (
    <>
      <SessionsTable
        info={info}
        sessions={sessions}
        filter={filter}
        hasMore={hasNextPage}
        mayChange={mayChange}
        reference={reference}
        onDo={onDo}
      />
      <div className="flex flex-wrap items-center gap-4">
        {hasNextPage && (
          <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage}>
            Show more
          </Button>
        )}
        <p role="status" className="figures text-sm text-muted">
          {total == null || total === sessions.length
            ? counted(sessions.length, 'date')
            : `${sessions.length} of ${counted(total, 'date')}`}
          {total == null && hasNextPage && ' so far'}
        </p>
      </div>
    </>
  )
}

function Filters({ search, onSearch }: Pick<DatesProps, 'search' | 'onSearch'>) {
  const change = (part: Partial<DatesSearch>) => onSearch({ ...search, ...part })
  const isDays = search.view === 'days'
  return (
    <form
      aria-label="Filter"
      onSubmit={(event) => event.preventDefault()}
      className="grid grow grid-cols-2 gap-3 sm:flex sm:grow-0 sm:flex-wrap sm:items-end"
    >
      <Field label="From">
        <TextInput
          type="date"
          value={search.from ?? ''}
          onChange={({ target }) => change({ from: target.value || undefined })}
        />
      </Field>
      <Field label="To">
        <TextInput
          type="date"
          value={search.to ?? ''}
          min={search.from}
          onChange={({ target }) => change({ to: target.value || undefined })}
        />
      </Field>
      {!isDays && (
        <>
          <Field label="State">
            <SelectInput
              value={search.state ?? ''}
              onChange={({ target }) => change({ state: target.value || undefined })}
            >
              <option value="">Any</option>
              <option value="active">{STATE_TEXTS.active.name}</option>
              <option value="cancelled">{STATE_TEXTS.cancelled.name}</option>
              <option value="called_off">{STATE_TEXTS.called_off.name}</option>
            </SelectInput>
          </Field>
          <Field label="Sold">
            <SelectInput
              value={search.sold ?? ''}
              onChange={({ target }) => change({ sold: target.value || undefined })}
            >
              <option value="">Any</option>
              <option value="none">Nothing</option>
              <option value="some">Something</option>
              <option value="full">Everything</option>
            </SelectInput>
          </Field>
        </>
      )}
      <fieldset className="col-span-2">
        <legend className="sr-only">View</legend>
        <div className="inline-flex rounded-md border border-edge p-0.5">
          {(['list', 'days'] as const).map((view) => (
            <button
              key={view}
              type="button"
              aria-pressed={isDays === (view === 'days')}
              onClick={() => change({ view: view === 'days' ? 'days' : undefined })}
              className={cx(
                'min-h-8 rounded-sm px-4 text-sm text-muted hover:text-text',
                'aria-pressed:bg-hover aria-pressed:font-semibold aria-pressed:text-text',
              )}
            >
              {view === 'days' ? 'By day' : 'List'}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}
