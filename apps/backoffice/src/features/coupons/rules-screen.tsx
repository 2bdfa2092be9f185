import type { RuleView } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Button, buttonStyle, EmptyState } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { paths } from '../../routing/paths.ts'
import type { CouponsSearch } from '../../routing/search.ts'
import { CouponList } from './coupon-list.tsx'
import { type RuleWarnings, rulesQuery, ruleWarningsQuery } from './coupon-queries.ts'
import { ruleColumns } from './rule-columns.tsx'

const RuleDialog = lazy(async () => ({ default: (await import('./rule-dialog.tsx')).RuleDialog }))

interface RulesScreenProps {
  organizer: { slug: string; role: Role; currency: string; locale: string; timeZone: string }
  search: CouponsSearch
  onSearch: (search: CouponsSearch) => void
}

const NO_WARNINGS: RuleWarnings = new Map()

/** What happens at checkout, and when. */
export function RulesScreen({ organizer, search, onSearch }: RulesScreenProps) {
  const { slug, role, currency, locale } = organizer
  const list = useInfiniteQuery(rulesQuery(slug, search))
  const { data: warnings = NO_WARNINGS } = useQuery(ruleWarningsQuery(slug))
  const rows = useMemo(() => list.data?.pages.flatMap(({ rules }) => rules), [list.data])
  /** Null: none is edited; 'new': a new one. */
  const [edited, setEdited] = useState<RuleView | 'new' | null>(null)
  const mayChange = may(role, 'coupons.change')
  const columns = useMemo(
    () => ruleColumns({ slug, currency, locale }, mayChange ? setEdited : null, warnings),
    [slug, currency, locale, mayChange, warnings],
  )
  const forForm = useMemo(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return { slug, currency, timeZone: organizer.timeZone || timeZone }
  }, [slug, currency, organizer.timeZone])
  const create = mayChange && (
    <Button variant="primary" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" className="size-4" />
      New checkout rule
    </Button>
  )
  return (
    <>
      <CouponList
        title="Checkout Rules"
        description="What coupons take off, what every order that meets conditions is given, and what cannot be bought. They apply from the highest priority to the lowest."
        what="checkout rules"
        columns={columns}
        rows={rows}
        list={list}
        search={search}
        onSearch={onSearch}
        sorting={{ id: 'priority', desc: true }}
        placeholder="Search by name"
        actions={
          <>
            <Link {...paths.simulator(slug)} className={buttonStyle('quiet')}>
              Simulator
            </Link>
            {create}
          </>
        }
        empty={
          <EmptyState title="No checkout rules yet" actions={create}>
            A rule gives the codes of a coupon group their discount, or works by itself: ten percent
            from ten tickets, or no groups on a Saturday.
          </EmptyState>
        }
      />
      {edited && (
        <Suspense fallback={null}>
          <RuleDialog
            organizer={forForm}
            rule={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  )
}
