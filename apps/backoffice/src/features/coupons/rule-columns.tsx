import { type RuleView, staffApi } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge } from '@foyer/ui'
import { TriangleAlert } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { callOf } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import type { Column } from '../../shared/data-table.tsx'
import { MenuItem, MenuLink } from '../../shared/menu.tsx'
import type { RuleWarnings } from './coupon-queries.ts'
import { RowMenu } from './row-menu.tsx'
import { actionText, conditionsText } from './rule-texts.ts'
import { switching } from './switching.ts'
import { UsesLink } from './uses-link.tsx'

interface Format {
  slug: string
  currency: string
  locale: string
}

/** The columns of the list of rules; without `onEdit` nothing may be changed. */
export const ruleColumns = (
  format: Format,
  onEdit: ((rule: RuleView) => void) | null,
  warnings: RuleWarnings,
): Column<RuleView>[] => [
  {
    id: 'name',
    header: 'Name',
    accessorFn: ({ name }) => name,
    cell: ({ row: { original } }) => (
      <span className="block max-w-prose min-w-0 pe-10 md:min-w-56 md:pe-0">
        {onEdit ? (
          <button
            type="button"
            onClick={() => onEdit(original)}
            className="link block text-start font-semibold wrap-anywhere"
          >
            {original.name}
          </button>
        ) : (
          <span className="block font-semibold wrap-anywhere">{original.name}</span>
        )}
        <span className="block wrap-anywhere">{actionText(original, format)}</span>
        <span className="block wrap-anywhere text-muted">{conditionsText(original, format)}</span>
        <RuleWarning text={warnings.get(original.id)} />
      </span>
    ),
  },
  {
    id: 'trigger',
    header: 'Trigger',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className={original.groupName === null ? 'whitespace-nowrap' : 'wrap-anywhere'}>
        {original.groupName ?? 'Automatic'}
      </span>
    ),
  },
  {
    id: 'events',
    header: 'Events',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="wrap-anywhere">{eventsText(original)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => <RuleState rule={original} />,
  },
  {
    id: 'priority',
    header: 'Priority',
    accessorFn: ({ priority }) => priority,
    cell: ({ row: { original } }) => <span className="figures">{original.priority}</span>,
  },
  {
    id: 'usageCount',
    header: 'Uses',
    accessorFn: ({ usageCount }) => usageCount,
    cell: ({ row: { original } }) => (
      <span className="figures">
        <UsesLink slug={format.slug} subject="rule" of={original} name={original.name}>
          {original.usageCount.toLocaleString('en-US')}
        </UsesLink>
        {original.usageCount > 0 && (
          <span className="block whitespace-nowrap text-muted">
            {formatAmount(original.discountMinor, format.currency, format.locale)} off
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'actions',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <RowMenu name={original.name}>
        <MenuLink link={<Link {...paths.couponReport(format.slug, 'rule', original.id)} />}>
          Report
        </MenuLink>
        {onEdit && (
          <>
            <MenuItem onChoose={() => onEdit(original)}>Edit</MenuItem>
            <MenuItem onChoose={() => void switchRule(format.slug, original)}>
              {original.isActive ? 'Switch off' : 'Switch on'}
            </MenuItem>
          </>
        )}
      </RowMenu>
    ),
  },
]

const switchRule = (organizer: string, rule: RuleView) =>
  switching(organizer, {
    name: rule.name,
    isOn: !rule.isActive,
    run: () =>
      callOf(organizer)(staffApi.changeCheckoutRule, {
        params: { ruleId: rule.id },
        body: { ...rule, isActive: !rule.isActive },
      }),
  })

function eventsText({ applyToAllEvents, events }: RuleView): string {
  if (applyToAllEvents) return 'All'
  const [first] = events
  return first && events.length === 1 ? first.name : `${events.length} events`
}

function RuleState({ rule: { isActive, validFrom, validUntil } }: { rule: RuleView }) {
  if (!isActive) return <Badge>Off</Badge>
  const now = Date.now()
  if (validUntil && Date.parse(validUntil) <= now) return <Badge>Ended</Badge>
  if (validFrom && Date.parse(validFrom) > now) return <Badge>Not yet</Badge>
  return <Badge tone="success">Active</Badge>
}

function RuleWarning({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <span className="mt-1 flex gap-2 text-warning-text wrap-anywhere">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{text}</span>
    </span>
  )
}
