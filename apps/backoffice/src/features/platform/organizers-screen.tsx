import type { OperatedOrganizerRow } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge, Button, EmptyState, Field, SelectInput, TextInput } from '@foyer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import type { PlatformSearch } from '../../routing/search.ts'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { dayText } from '../../shared/time.ts'
import { ACCOUNTS, chargedText, FILTERS, OWED, STATES, ticketsText } from './organizer-states.ts'
import { Pending, PlatformPage } from './platform-page.tsx'
import { organizersQuery } from './platform-queries.ts'

interface OrganizersScreenProps {
  search: PlatformSearch
  onSearch: (search: PlatformSearch) => void
}

const COLUMNS: Column<OperatedOrganizerRow>[] = [
  {
    id: 'name',
    header: 'Organizer',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <Link {...paths.operated(original.slug)} className="link font-semibold break-words">
          {original.name}
        </Link>
        <span className="block text-xs text-muted">/{original.slug}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={STATES[original.state].tone}>{STATES[original.state].name}</Badge>
        {original.state === 'trial' && original.trialUntil && (
          <span className="text-xs text-muted">until {dayText(original.trialUntil)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'recent',
    header: 'Last 30 days',
    enableSorting: false,
    cell: ({ row: { original } }) => <Sold figures={original.last30Days} />,
  },
  {
    id: 'total',
    header: 'In total',
    enableSorting: false,
    cell: ({ row: { original } }) => <Sold figures={original.total} />,
  },
  {
    id: 'owes',
    header: 'Owes',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.owes.length === 0 ? (
        <span className="text-muted">Nothing known</span>
      ) : (
        <ul>
          {original.owes.map(({ kind, currency, amountMinor }) => (
            <li key={kind + currency}>
              <span className="figures font-semibold text-danger-text">
                {formatAmount(amountMinor, currency)}
              </span>{' '}
              <span className="text-xs text-muted">{OWED[kind].toLowerCase()}</span>
            </li>
          ))}
        </ul>
      ),
  },
]

const ACCOUNT: Column<OperatedOrganizerRow> = {
  id: 'account',
  header: 'Account',
  enableSorting: false,
  cell: ({ row: { original } }) =>
    original.account && (
      <Badge tone={ACCOUNTS[original.account].tone}>{ACCOUNTS[original.account].name}</Badge>
    ),
}

function Sold({ figures }: { figures: OperatedOrganizerRow['total'] }) {
  if (figures.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="block">
      <span className="figures font-semibold">{chargedText(figures)}</span>
      <span className="figures block text-xs text-muted">{ticketsText(figures)} tickets</span>
    </span>
  )
}

/** All organizers of the installation, with what they sell and owe. */
export function OrganizersScreen({ search, onSearch }: OrganizersScreenProps) {
  const list = useInfiniteQuery(organizersQuery(search))
  const rows = list.data?.pages.flatMap(({ organizers }) => organizers) ?? []
  const count = list.data?.pages[0]?.count ?? 0
  const usesAccounts = rows.some(({ account }) => account !== null)
  const isFiltered = Boolean(search.q || search.state)
  return (
    <PlatformPage
      title="Organizers"
      description="What each organizer of this installation sells and owes. Buyers are not shown here: only an organizer’s team sees them."
    >
      <search className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60 sm:max-w-80">
          <Field label="Search">
            <TextInput
              type="search"
              value={search.q ?? ''}
              placeholder="Name, address or e-mail"
              maxLength={100}
              onChange={({ target }) => onSearch({ ...search, q: target.value || undefined })}
            />
          </Field>
        </div>
        <div className="basis-44">
          <Field label="State">
            <SelectInput
              value={search.state ?? ''}
              onChange={({ target }) => onSearch({ ...search, state: target.value || undefined })}
            >
              <option value="">All</option>
              {Object.entries(FILTERS).map(([state, name]) => (
                <option key={state} value={state}>
                  {name}
                </option>
              ))}
            </SelectInput>
          </Field>
        </div>
        {list.data && (
          <p role="status" className="figures pb-2.5 text-sm text-muted">
            {count.toLocaleString('en-US')} {count === 1 ? 'organizer' : 'organizers'}
          </p>
        )}
      </search>
      <Pending of={list} what="The list of organizers" />
      {list.data && (
        <DataTable
          label="Organizers"
          columns={usesAccounts ? [...COLUMNS, ACCOUNT] : COLUMNS}
          rows={rows}
          idOf={({ slug }) => slug}
          sorting={{ id: 'name', desc: false }}
          onSort={() => {}}
          isSorted
          empty={
            <EmptyState
              title={isFiltered ? 'No organizer is like this' : 'There is no organizer yet'}
              actions={isFiltered && <Button onClick={() => onSearch({})}>Show all</Button>}
            >
              {isFiltered
                ? 'None matches what you typed and chose above.'
                : 'The first one registers at the sign-up, or is made with npm run tenant.'}
            </EmptyState>
          }
        />
      )}
      {list.hasNextPage && (
        <Button
          className="mt-6"
          onClick={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </PlatformPage>
  )
}
