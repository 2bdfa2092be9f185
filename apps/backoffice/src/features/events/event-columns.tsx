import type { OfficeEventRow } from '@foyer/contract'
import { categoryLabel, formatAmount, pictureFiles, statusLabel } from '@foyer/domain'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import type { Column } from '../../shared/data-table.tsx'
import { EventStateBadge } from './event-state-badge.tsx'

/** In places, as capacities are: a ticket may take several. */
export interface Sold {
  sold: number
  /** Null: without limit. */
  capacity: number | null
}

/** The columns of the list of events; `sold` arrives after the rows. */
export const columnsFor = ({
  slug,
  locale,
  sold,
}: {
  slug: string
  locale: string
  sold: ReadonlyMap<string, Sold>
}): Column<OfficeEventRow>[] => {
  const count = new Intl.NumberFormat('en-US')
  return [
    {
      id: 'name',
      header: 'Name',
      accessorFn: ({ name }) => name,
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Thumbnail slug={slug} event={original} />
          <span className="min-w-0">
            <Link {...paths.event(slug, original.id)} className="link font-semibold wrap-anywhere">
              {original.name}
            </Link>
            <span className="block wrap-anywhere text-muted">
              {[categoryLabel(original.category), original.venue.name, original.venue.city]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      enableSorting: false,
      cell: ({ row: { original } }) => <EventStateBadge state={original.state} />,
    },
    {
      id: 'next',
      header: 'Next date',
      accessorFn: ({ nextStart }) => nextStart,
      cell: ({ row: { original } }) => <NextDate event={original} />,
    },
    {
      id: 'sold',
      header: 'Places sold',
      enableSorting: false,
      cell: ({ row: { original } }) => {
        const counted = sold.get(original.id)
        if (counted?.capacity === 0 && counted.sold === 0) return '–'
        if (!counted) return <span className="text-muted">…</span>
        return (
          <span className="figures whitespace-nowrap">
            {count.format(counted.sold)}
            <span className="text-muted">
              {counted.capacity === null ? '' : ` of ${count.format(counted.capacity)}`}
            </span>
          </span>
        )
      },
    },
    {
      id: 'from',
      header: 'From',
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <span className="figures whitespace-nowrap">
          {original.fromMinor === null
            ? '–'
            : formatAmount(original.fromMinor, original.currency, locale)}
        </span>
      ),
    },
  ]
}

/** A draft's poster is not drawn yet: buyers cannot see it. */
function Thumbnail({ slug, event }: { slug: string; event: OfficeEventRow }) {
  const hasFile = event.state === 'published' || event.imageUrl.startsWith('/pictures/')
  const files = hasFile ? pictureFiles(event.imageUrl, { format: 'thumb', base: `/${slug}` }) : null
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface font-display text-lg font-bold text-muted max-md:hidden"
    >
      {files ? (
        <img src={files.src} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        event.name.charAt(0).toUpperCase()
      )}
    </span>
  )
}

function NextDate({ event }: { event: OfficeEventRow }) {
  const { nextStart, venue, comingCount, lastStatus } = event
  if (!nextStart) {
    return <span className="text-muted">{lastStatus ? statusLabel(lastStatus) : 'No dates'}</span>
  }
  const date = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: venue.timeZone,
  })
  return (
    <span>
      <time dateTime={nextStart} className="whitespace-nowrap">
        {date.format(new Date(nextStart))}
      </time>
      {comingCount > 1 && (
        <span className="block text-muted">
          {comingCount === 2
            ? 'and one more date'
            : `and ${(comingCount - 1).toLocaleString('en-US')} more dates`}
        </span>
      )}
    </span>
  )
}
