import { type AuditEntry, staffApi } from '@foyer/contract'
import {
  AUDIT_ACTIONS,
  AUDIT_ENTITIES,
  type AuditAction,
  type AuditEntity,
  groupBy,
} from '@foyer/domain'
import {
  Button,
  Disclosure,
  EmptyState,
  Field,
  SelectInput,
  Skeleton,
  SkeletonGroup,
  TextInput,
} from '@foyer/ui'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { callOf } from '../../data/client.ts'
import type { AuditSearch } from '../../routing/search.ts'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { exactText } from '../../shared/time.ts'

interface AuditScreenProps {
  organizer: string
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

/** The start of a day of the reader, `days` later, as an instant. */
const instantOf = (date: string | undefined, days = 0): string | undefined => {
  const [year, month, day] = (date ?? '').split('-').map(Number)
  if (!year || !month || !day) return undefined
  return new Date(year, month - 1, day + days).toISOString()
}

const isAction = (text = ''): text is AuditAction => text in AUDIT_ACTIONS
const isEntity = (text = ''): text is AuditEntity =>
  AUDIT_ENTITIES.some((entity) => entity === text)

const auditQuery = (organizer: string, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['organizer', organizer, 'audit-log', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.listAuditLog, {
        query: {
          personId: search.personId,
          actionType: isAction(search.actionType) ? search.actionType : undefined,
          entityType: isEntity(search.entityType) ? search.entityType : undefined,
          name: search.name,
          from: instantOf(search.from),
          // The last day counts as a whole.
          to: instantOf(search.to, 1),
          after: pageParam,
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** Who changed what and when, by the organizer's whole team. */
export function AuditScreen({ organizer, search, onSearch }: AuditScreenProps) {
  const log = useInfiniteQuery(auditQuery(organizer, search))
  const entries = useMemo(() => log.data?.pages.flatMap((page) => page.entries) ?? [], [log.data])
  const people = log.data?.pages[0]?.people ?? []
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <Page
      title="Audit log"
      description="Who changed what, and what it was before. Nobody can change or remove an entry."
    >
      <Filters search={search} onSearch={onSearch} people={people} />
      {log.isPending && (
        <SkeletonGroup label="Loading the audit log" className="mt-6 flex flex-col gap-3">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </SkeletonGroup>
      )}
      {log.isError && !log.data && (
        <FetchFailed
          what="The audit log"
          error={log.error}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      )}
      {log.data && entries.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nothing like this was changed' : 'Nothing was changed yet'}
          actions={isFiltered && <Button onClick={() => onSearch({})}>Show everything</Button>}
          className="mt-6"
        >
          {isFiltered
            ? 'No entry matches all that you chose above.'
            : 'Invitations, roles and settings appear here as soon as somebody changes them.'}
        </EmptyState>
      )}
      <Days entries={entries} onSearch={onSearch} search={search} />
      {log.hasNextPage && (
        <Button
          className="mt-6"
          onClick={() => void log.fetchNextPage()}
          busy={log.isFetchingNextPage}
        >
          Show older entries
        </Button>
      )}
    </Page>
  )
}

function Filters({
  search,
  onSearch,
  people,
}: Omit<AuditScreenProps, 'organizer'> & { people: readonly { id: string; name: string }[] }) {
  const change = (part: Partial<AuditSearch>) => onSearch({ ...search, ...part })
  return (
    <form
      aria-label="Filter"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-x-3 gap-y-3 md:grid-cols-3 xl:grid-cols-[1.2fr_1.2fr_1fr_1.2fr_auto_auto]"
    >
      <Field label="Person">
        <SelectInput
          value={search.personId ?? ''}
          onChange={({ target }) => change({ personId: target.value || undefined })}
        >
          <option value="">Anybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label="Action">
        <SelectInput
          value={search.actionType ?? ''}
          onChange={({ target }) => change({ actionType: target.value || undefined })}
        >
          <option value="">Any</option>
          {Object.entries(AUDIT_ACTIONS).map(([name, { text }]) => (
            <option key={name} value={name}>
              {capital(text)}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label="About">
        <SelectInput
          value={search.entityType ?? ''}
          onChange={({ target }) => change({ entityType: target.value || undefined })}
        >
          <option value="">Anything</option>
          {AUDIT_ENTITIES.map((entity) => (
            <option key={entity} value={entity}>
              {capital(entity)}
            </option>
          ))}
        </SelectInput>
      </Field>
      <Field label="Name or address">
        <TextInput
          type="search"
          value={search.name ?? ''}
          placeholder="Begins with …"
          maxLength={100}
          onChange={({ target }) => change({ name: target.value || undefined })}
        />
      </Field>
      <Field label="From">
        <TextInput
          type="date"
          value={search.from ?? ''}
          max={search.to}
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
    </form>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })
const CLOCK = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** The entries under their days, as in a diary. */
function Days({
  entries,
  search,
  onSearch,
}: Omit<AuditScreenProps, 'organizer'> & { entries: readonly AuditEntry[] }) {
  const days = groupBy(entries, ({ at }) => DAY.format(new Date(at)))
  return (
    <div className="mt-8 flex flex-col gap-8">
      {[...days].map(([day, inDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-2 text-sm font-semibold text-muted">{day}</h2>
          <ol className="divide-y divide-edge rounded-lg border border-edge text-sm">
            {inDay.map((entry) => (
              <Entry key={entry.id} entry={entry} search={search} onSearch={onSearch} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({
  entry,
  search,
  onSearch,
}: Omit<AuditScreenProps, 'organizer'> & { entry: AuditEntry }) {
  const { at, person, actionType, entityName, metadata } = entry
  const changes = changesOf(metadata)
  return (
    <li className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      <time dateTime={at} title={exactText(at)} className="figures text-muted sm:pt-2.5">
        {CLOCK.format(new Date(at))}
      </time>
      <div className="min-w-0">
        <p className="sm:pt-2.5">
          {person ? (
            <button
              type="button"
              title={person.email}
              onClick={() => onSearch({ ...search, personId: person.id })}
              className="link font-semibold"
            >
              {person.name}
            </button>
          ) : (
            <span className="font-semibold">The operator of this site</span>
          )}{' '}
          {AUDIT_ACTIONS[actionType].text}
          {entityName && entityName !== person?.name && (
            <>
              {': '}
              <span className="font-semibold break-words">{entityName}</span>
            </>
          )}
        </p>
        {changes.length > 0 ? (
          <Disclosure
            summary={<span className="text-sm font-normal text-muted">Before and after</span>}
          >
            <Changes changes={changes} />
          </Disclosure>
        ) : (
          <span className="block h-2.5" />
        )}
      </div>
    </li>
  )
}

interface Change {
  name: string
  before: string | null
  after: string | null
}

/** Values by name, each as it was and as it became; those that stayed are left out. */
function changesOf({ before, after }: AuditEntry['metadata']): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((change) => change.before !== change.after)
}

const textOf = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <table className="mb-2 w-full max-w-prose border-collapse">
      <thead>
        <tr className="text-xs text-muted">
          <HeadCell>Value</HeadCell>
          <HeadCell>Before</HeadCell>
          <HeadCell>After</HeadCell>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name} className="border-t border-edge align-top">
            <th scope="row" className="py-1.5 pe-4 text-start font-normal text-muted">
              {name}
            </th>
            <td className="py-1.5 pe-4 break-words">{before ?? '–'}</td>
            <td className="py-1.5 break-words">{after ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HeadCell = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="py-1 pe-4 text-start font-semibold">
    {children}
  </th>
)
