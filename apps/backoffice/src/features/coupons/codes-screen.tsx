import { type CouponCode, staffApi } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Button, EmptyState } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import type { CouponsSearch } from '../../routing/search.ts'
import { ExportButtons, fetched } from '../../shared/save-table.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { codeColumns } from './code-columns.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { CouponList } from './coupon-list.tsx'
import { codesQuery } from './coupon-queries.ts'

interface CodesScreenProps {
  organizer: { slug: string; role: Role }
  search: CouponsSearch
  onSearch: (search: CouponsSearch) => void
}

type Open = { dialog: 'code'; code: CouponCode | null } | { dialog: 'bulk' }

/** Codes that buyers enter, with how often each was used. */
export function CodesScreen({ organizer: { slug, role }, search, onSearch }: CodesScreenProps) {
  const list = useInfiniteQuery(codesQuery(slug, search))
  const rows = useMemo(() => list.data?.pages.flatMap(({ codes }) => codes), [list.data])
  const [open, setOpen] = useState<Open | null>(null)
  const mayChange = may(role, 'coupons.change')
  const columns = useMemo(
    () => codeColumns(slug, mayChange ? (code) => setOpen({ dialog: 'code', code }) : null),
    [slug, mayChange],
  )
  const create = mayChange && (
    <>
      <Button onClick={() => setOpen({ dialog: 'bulk' })}>Many codes</Button>
      <Button variant="primary" onClick={() => setOpen({ dialog: 'code', code: null })}>
        <Plus aria-hidden="true" className="size-4" />
        New coupon code
      </Button>
    </>
  )
  const onClose = () => setOpen(null)
  return (
    <>
      <CouponList
        title="Coupon Codes"
        description="What buyers enter when they review their order, each with how often it was used."
        what="coupon codes"
        columns={columns}
        rows={rows}
        list={list}
        search={search}
        onSearch={onSearch}
        sorting={{ id: 'createdAt', desc: true }}
        placeholder="Search by a part of a code"
        filters={
          <>
            {search.group && (
              <Button onClick={() => onSearch({ ...search, group: undefined })}>
                <X aria-hidden="true" className="size-4" />
                {rows?.[0] ? `Only of ${rows[0].groupName}` : 'Only of one group'}
                <span className="sr-only">: show the codes of all groups</span>
              </Button>
            )}
            <ExportCodes organizer={slug} groupId={search.group} />
          </>
        }
        actions={create}
        empty={
          <EmptyState title="No coupon codes yet" actions={create}>
            Make one in your own words for many people, or thousands that work once each. Every code
            belongs to a coupon group, which decides what it gives.
          </EmptyState>
        }
      />
      {open?.dialog === 'code' && (
        <CodeDialog organizer={slug} code={open.code} groupId={search.group} onClose={onClose} />
      )}
      {open?.dialog === 'bulk' && (
        <BulkDialog organizer={slug} groupId={search.group} onClose={onClose} />
      )}
    </>
  )
}

/** All codes that the list may show, or those of the chosen group, with their uses. */
const ExportCodes = ({
  organizer,
  groupId,
}: {
  organizer: string
  groupId: string | undefined
}) => (
  <div className="ms-auto">
    <ExportButtons
      parts={() =>
        fetched(
          callOf(organizer)(staffApi.exportFile, { query: { kind: 'coupon_codes', groupId } }),
        )
      }
    />
  </div>
)
