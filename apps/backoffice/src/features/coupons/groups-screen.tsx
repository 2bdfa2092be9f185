import { type CouponGroup, staffApi } from '@foyer/contract'
import { may, type Role } from '@foyer/domain'
import { Badge, Button, EmptyState } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import type { CouponsSearch } from '../../routing/search.ts'
import type { Column } from '../../shared/data-table.tsx'
import { MenuItem, MenuLink } from '../../shared/menu.tsx'
import { dayText } from '../../shared/time.ts'
import { CouponList } from './coupon-list.tsx'
import { groupsQuery } from './coupon-queries.ts'
import { GroupDialog } from './group-dialog.tsx'
import { RowMenu } from './row-menu.tsx'
import { switching } from './switching.ts'
import { UsesLink } from './uses-link.tsx'

interface GroupsScreenProps {
  organizer: { slug: string; role: Role }
  search: CouponsSearch
  onSearch: (search: CouponsSearch) => void
}

/** Groups of codes: a campaign each. */
export function GroupsScreen({ organizer: { slug, role }, search, onSearch }: GroupsScreenProps) {
  const list = useInfiniteQuery(groupsQuery(slug, search))
  const rows = useMemo(() => list.data?.pages.flatMap(({ groups }) => groups), [list.data])
  /** Null: none is edited; 'new': a new one. */
  const [edited, setEdited] = useState<CouponGroup | 'new' | null>(null)
  const mayChange = may(role, 'coupons.change')
  const columns = useMemo(() => columnsFor(slug, mayChange ? setEdited : null), [slug, mayChange])
  const create = mayChange && (
    <Button variant="primary" onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" className="size-4" />
      New coupon group
    </Button>
  )
  return (
    <>
      <CouponList
        title="Coupon Groups"
        description="Codes with one purpose, such as a newsletter. A checkout rule says what all codes of a group give."
        what="coupon groups"
        columns={columns}
        rows={rows}
        list={list}
        search={search}
        onSearch={onSearch}
        sorting={{ id: 'createdAt', desc: true }}
        placeholder="Search by name"
        actions={create}
        empty={
          <EmptyState title="No coupon groups yet" actions={create}>
            A campaign begins with a group: name it after its purpose, then add codes to it, and a
            checkout rule that says what they give.
          </EmptyState>
        }
      />
      {edited && (
        <GroupDialog
          organizer={slug}
          group={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const COUNT = new Intl.NumberFormat('en-US')

const switchGroup = (
  organizer: string,
  { id, name, description, isActive, version }: CouponGroup,
) =>
  switching(organizer, {
    name,
    isOn: !isActive,
    run: () =>
      callOf(organizer)(staffApi.changeCouponGroup, {
        params: { groupId: id },
        body: { name, description, isActive: !isActive, version },
      }),
  })

const columnsFor = (
  slug: string,
  onEdit: ((group: CouponGroup) => void) | null,
): Column<CouponGroup>[] => [
  {
    id: 'name',
    header: 'Name',
    accessorFn: ({ name }) => name,
    cell: ({ row: { original } }) => (
      <span className="block min-w-0 pe-10 md:pe-0">
        <Link
          {...paths.couponCodes(slug, { group: original.id })}
          className="link font-semibold wrap-anywhere"
        >
          {original.name}
        </Link>
        {original.description && (
          <span className="block wrap-anywhere text-muted">{original.description}</span>
        )}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => <GroupState group={original} />,
  },
  {
    id: 'codes',
    header: 'Codes',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="figures">{COUNT.format(original.codeCount)}</span>
    ),
  },
  {
    id: 'uses',
    header: 'Uses',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <UsesLink slug={slug} subject="group" of={original} name={original.name}>
        <span className="figures">{COUNT.format(original.usageCount)}</span>
      </UsesLink>
    ),
  },
  {
    id: 'createdAt',
    header: 'Created',
    accessorFn: ({ createdAt }) => createdAt,
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">{dayText(original.createdAt)}</span>
    ),
  },
  {
    id: 'actions',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <RowMenu name={original.name}>
        <MenuLink link={<Link {...paths.couponReport(slug, 'group', original.id)} />}>
          Report
        </MenuLink>
        {onEdit && (
          <>
            <MenuItem onChoose={() => onEdit(original)}>Edit</MenuItem>
            <MenuItem onChoose={() => void switchGroup(slug, original)}>
              {original.isActive ? 'Switch off' : 'Switch on'}
            </MenuItem>
          </>
        )}
      </RowMenu>
    ),
  },
]

function GroupState({ group: { isActive, ruleCount } }: { group: CouponGroup }) {
  if (!isActive) return <Badge>Off</Badge>
  return ruleCount === 0 ? (
    <Badge tone="warning">No rule yet</Badge>
  ) : (
    <Badge tone="success">Active</Badge>
  )
}
