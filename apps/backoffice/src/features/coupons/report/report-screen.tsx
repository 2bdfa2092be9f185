import { type CouponReport, REPORT_ROWS, type ReportSubject } from '@foyer/contract'
import { buttonStyle, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { paths } from '../../../routing/paths.ts'
import type { ReportSearch } from '../../../routing/search.ts'
import { DataTable } from '../../../shared/data-table.tsx'
import { FetchFailed, Page } from '../../../shared/page.tsx'
import { ExportButtons, fetched } from '../../../shared/save-table.tsx'
import { reportColumns } from './report-columns.tsx'
import { TotalFigures } from './report-figures.tsx'
import {
  type ReportAddress,
  type ReportSpan,
  reportFile,
  reportQuery,
  spanOf,
} from './report-query.ts'
import { isTurned, ReportSpanFields } from './report-span.tsx'

interface ReportScreenProps {
  organizer: { slug: string; locale: string; timeZone: string }
  subject: ReportSubject
  id: string
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** What each kind of report is called, what its rows are, and the list that it was opened from. */
const SUBJECTS = {
  group: {
    description: 'What the orders came to that were bought with codes of this coupon group.',
    part: 'Code',
    none: 'Carts that only hold tickets do not count.',
    back: { label: 'Coupon groups', link: paths.couponGroups },
  },
  code: {
    description: 'What the orders came to that were bought with this coupon code.',
    part: 'Event',
    none: 'Carts that only hold tickets do not count.',
    back: { label: 'Coupon codes', link: paths.couponCodes },
  },
  rule: {
    description: 'What the orders came to that this checkout rule took something off.',
    part: 'Event',
    none: 'A rule that blocks has none: what it applies to is not sold.',
    back: { label: 'Checkout rules', link: paths.checkoutRules },
  },
} as const satisfies Record<ReportSubject, object>

/** What a campaign came to: figures for all its orders, and for each code or event. */
export function ReportScreen({ organizer, subject, id, search, onSearch }: ReportScreenProps) {
  const { slug, locale } = organizer
  const { description, part, none, back } = SUBJECTS[subject]
  const timeZone = organizer.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone
  const address = { organizer: slug, subject, id }
  const span = spanOf(search, timeZone)
  const report = useQuery({ ...reportQuery(address, span), enabled: !isTurned(search) })
  const { data } = report
  return (
    <Page
      title={data ? `Report: ${data.name}` : 'Report'}
      description={description}
      actions={
        <Link {...back.link(slug)} className={buttonStyle('quiet')}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      }
    >
      <ReportSpanFields search={search} onSearch={onSearch} timeZone={timeZone} />
      {!data && !report.isError && (
        <SkeletonGroup label="Loading the report" className="flex flex-col gap-3">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </SkeletonGroup>
      )}
      {!data && report.isError && (
        <FetchFailed
          what="The report"
          error={report.error}
          onRetry={() => void report.refetch()}
          isRetrying={report.isFetching}
        />
      )}
      {data?.rowCount === 0 && (
        <EmptyState title={search.from || search.to ? 'No order on these days' : 'No order yet'}>
          {search.from || search.to
            ? 'Nothing was bought with it on the days above. Choose others, or all time.'
            : `The figures appear here with the first order. ${none}`}
        </EmptyState>
      )}
      {data && data.rowCount > 0 && (
        <>
          <TotalFigures totals={data.totals} locale={locale} />
          <ReportRows report={data} part={part} locale={locale} address={address} span={span} />
        </>
      )}
    </Page>
  )
}

function ReportRows({
  report: { rows, rowCount },
  part,
  locale,
  address,
  span,
}: {
  report: CouponReport
  part: 'Code' | 'Event'
  locale: string
  address: ReportAddress
  span: ReportSpan
}) {
  const [sorting, setSorting] = useState({ id: 'usageCount', desc: true })
  const columns = useMemo(() => reportColumns(part, locale), [part, locale])
  const isCut = rowCount > rows.length
  return (
    <section aria-label={`By ${part.toLowerCase()}`}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-display text-lg font-bold">By {part.toLowerCase()}</h2>
          {isCut && (
            <p className="text-sm text-muted">
              The {REPORT_ROWS} with the most uses of {rowCount.toLocaleString('en-US')}. The file
              has all of them.
            </p>
          )}
        </div>
        <ExportButtons parts={() => fetched(reportFile(address, span))} />
      </div>
      <DataTable
        label={`Report by ${part.toLowerCase()}`}
        columns={columns}
        rows={rows}
        idOf={({ id, currency }) => `${id}/${currency}`}
        sorting={sorting}
        onSort={setSorting}
        empty={null}
      />
    </section>
  )
}
