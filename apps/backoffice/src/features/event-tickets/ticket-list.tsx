import type { OfficeTicketGroup, OfficeTickets, OfficeTicketType } from '@foyer/contract'
import { admitsText, formatAmount } from '@foyer/domain'
import { Button, IconButton } from '@foyer/ui'
import { Ellipsis, Plus } from '@foyer/ui/icons'
import { Menu, MenuItem } from '../../shared/menu.tsx'
import { useSortable } from '../../shared/use-sortable.ts'
import { saveOrder, setArchived } from './save-tickets.ts'
import { SortRow } from './sort-row.tsx'
import type { Editing } from './tickets-query.ts'

interface TicketListProps {
  organizer: string
  locale: string
  tickets: OfficeTickets
  groups: readonly OfficeTicketGroup[]
  types: readonly OfficeTicketType[]
  /** Null: nothing may be changed. */
  onEdit: ((editing: Editing) => void) | null
}

interface TicketOrder {
  id: string
  typeIds: string[]
}

/** Groups and their types as one list: a group, then its types, then the next group. */
const flat = (groups: readonly TicketOrder[]): string[] =>
  groups.flatMap(({ id, typeIds }) => [id, ...typeIds])

/** The ticket types under their groups. A type is moved over the heading of a group into that group. */
export function TicketList({ organizer, locale, tickets, groups, types, onEdit }: TicketListProps) {
  const groupIds = new Set(groups.map(({ id }) => id))
  /** The list as groups; what stands above the first group belongs to it. */
  const grouped = (ids: readonly string[]): TicketOrder[] => {
    const order: TicketOrder[] = []
    for (const id of ids) {
      if (groupIds.has(id)) order.push({ id, typeIds: [] })
      else order.at(-1)?.typeIds.push(id)
    }
    return order
  }
  const sortable = useSortable({
    ids: flat(
      groups.map(({ id }) => ({
        id,
        typeIds: types.filter(({ groupId }) => groupId === id).map((type) => type.id),
      })),
    ),
    isAllowed: ([first = '']) => groupIds.has(first),
    save: (ids) => saveOrder(organizer, tickets, { groups: grouped(ids) }),
  })
  const order = grouped(sortable.ids)
  const moveGroup = (id: string, by: 1 | -1) => {
    const from = order.findIndex((group) => group.id === id)
    const rest = order.filter((group) => group.id !== id)
    const [group] = order.slice(from, from + 1)
    if (!group) return
    void saveOrder(organizer, tickets, {
      groups: [...rest.slice(0, from + by), group, ...rest.slice(from + by)],
    })
  }
  return (
    <ul className="flex flex-col gap-6">
      {order.map(({ id, typeIds }, index) => {
        const group = groups.find((each) => each.id === id)
        if (!group) return null
        const { name, capacity } = group.details
        return (
          <li key={id}>
            <div
              {...sortable.rowProps(id)}
              className="flex items-center justify-between gap-3 border-b border-edge pb-1"
            >
              <h3 className="min-w-0 text-sm font-semibold break-words">
                {name}
                {capacity !== null && (
                  <span className="font-normal text-muted">{` · ${capacity} places together`}</span>
                )}
              </h3>
              {onEdit && (
                <Menu
                  align="end"
                  trigger={
                    <IconButton label={`More about the group ${name}`}>
                      <Ellipsis aria-hidden="true" className="size-5" />
                    </IconButton>
                  }
                >
                  <MenuItem onChoose={() => onEdit({ kind: 'group', group })}>Edit</MenuItem>
                  <MenuItem isDisabled={index === 0} onChoose={() => moveGroup(id, -1)}>
                    Move up
                  </MenuItem>
                  <MenuItem
                    isDisabled={index === order.length - 1}
                    onChoose={() => moveGroup(id, 1)}
                  >
                    Move down
                  </MenuItem>
                  <MenuItem
                    isDisabled={order.length === 1}
                    onChoose={() => void setArchived(organizer, { group }, true)}
                  >
                    {order.length === 1
                      ? 'Archive (an event has at least one group)'
                      : 'Archive with its types'}
                  </MenuItem>
                </Menu>
              )}
            </div>
            <ul className="divide-y divide-edge">
              {typeIds.map((typeId) => {
                const type = types.find((each) => each.id === typeId)
                if (!type) return null
                const { details } = type
                return (
                  <SortRow
                    key={typeId}
                    id={typeId}
                    name={details.name}
                    description={details.description}
                    sortable={onEdit ? sortable : null}
                    price={priceText(type, { currency: tickets.currency, locale })}
                    fact={[admitsText(details.places), `At most ${details.maxQuantity} per order`]
                      .filter(Boolean)
                      .join(' · ')}
                    onEdit={onEdit && (() => onEdit({ kind: 'type', type, groupId: id }))}
                    onArchive={() => void setArchived(organizer, { type }, true)}
                  />
                )
              })}
            </ul>
            {onEdit && (
              <Button
                variant="ghost"
                className="mt-1"
                onClick={() => onEdit({ kind: 'type', type: null, groupId: id })}
              >
                <Plus aria-hidden="true" className="size-4" />
                Add a ticket type
                {groups.length > 1 && <span className="sr-only"> to {name}</span>}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function priceText(
  { details }: OfficeTicketType,
  { currency, locale }: { currency: string; locale: string },
): string {
  if (details.priceMinor === null) return 'Per date'
  if (details.priceMinor === 0) return 'Free'
  return formatAmount(details.priceMinor, currency, locale)
}
