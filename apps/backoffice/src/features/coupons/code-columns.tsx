import { type CouponCode, staffApi } from '@foyer/contract'
import { Badge } from '@foyer/ui'
import { Link } from '@tanstack/react-router'
import { callOf } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import type { Column } from '../../shared/data-table.tsx'
import { MenuItem, MenuLink } from '../../shared/menu.tsx'
import { dayText } from '../../shared/time.ts'
import { RowMenu } from './row-menu.tsx'
import { switching } from './switching.ts'
import { UsesLink } from './uses-link.tsx'

const COUNT = new Intl.NumberFormat('en-US')

/** The columns of the list of codes; without `onEdit` nothing may be changed. */
export const codeColumns = (
  slug: string,
  onEdit: ((code: CouponCode) => void) | null,
): Column<CouponCode>[] => [
  {
    id: 'code',
    header: 'Code',
    accessorFn: ({ code }) => code,
    cell: ({ row: { original } }) => (
      <span className="figures block min-w-0 pe-10 font-semibold break-all md:pe-0">
        {original.code}
      </span>
    ),
  },
  {
    id: 'group',
    header: 'Group',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="wrap-anywhere">{original.groupName}</span>,
  },
  {
    id: 'state',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => <CodeState code={original} />,
  },
  {
    id: 'usageCount',
    header: 'Uses',
    accessorFn: ({ usageCount }) => usageCount,
    cell: ({ row: { original } }) => (
      <span className="figures">
        <UsesLink slug={slug} subject="code" of={original} name={original.code}>
          {COUNT.format(original.usageCount)} of {COUNT.format(original.usageLimit)}
        </UsesLink>
        {original.heldCount > 0 && (
          <span className="block text-muted">
            {COUNT.format(original.heldCount)} in {original.heldCount === 1 ? 'a cart' : 'carts'}
          </span>
        )}
      </span>
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
      <RowMenu name={original.code}>
        <MenuLink link={<Link {...paths.couponReport(slug, 'code', original.id)} />}>
          Report
        </MenuLink>
        {onEdit && (
          <>
            <MenuItem onChoose={() => onEdit(original)}>Edit</MenuItem>
            <MenuItem onChoose={() => void switchCode(slug, original)}>
              {original.isActive ? 'Switch off' : 'Switch on'}
            </MenuItem>
          </>
        )}
      </RowMenu>
    ),
  },
]

const switchCode = (organizer: string, { id, code, usageLimit, isActive, version }: CouponCode) =>
  switching(organizer, {
    name: code,
    isOn: !isActive,
    run: () =>
      callOf(organizer)(staffApi.changeCouponCode, {
        params: { codeId: id },
        body: { usageLimit, isActive: !isActive, version },
      }),
  })

function CodeState({ code }: { code: CouponCode }) {
  if (!code.isActive) return <Badge>Off</Badge>
  if (!code.isGroupActive) return <Badge>Group is off</Badge>
  return code.usageCount >= code.usageLimit ? (
    <Badge tone="warning">Used up</Badge>
  ) : (
    <Badge tone="success">Active</Badge>
  )
}
