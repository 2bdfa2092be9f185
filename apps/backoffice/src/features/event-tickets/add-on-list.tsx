import type { OfficeAddOn, OfficeTickets } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { useSortable } from '../../shared/use-sortable.ts'
import { saveOrder, setArchived } from './save-tickets.ts'
import { SortRow } from './sort-row.tsx'
import type { Editing } from './tickets-query.ts'

interface AddOnListProps {
  organizer: string
  locale: string
  tickets: OfficeTickets
  addOns: readonly OfficeAddOn[]
  /** Null: nothing may be changed. */
  onEdit: ((editing: Editing) => void) | null
}

/** The add-ons, in the organizer's order. */
export function AddOnList({ organizer, locale, tickets, addOns, onEdit }: AddOnListProps) {
  const sortable = useSortable({
    ids: addOns.map(({ id }) => id),
    save: (addOnIds) => saveOrder(organizer, tickets, { addOnIds }),
  })
  return (
    <ul className="divide-y divide-edge border-y border-edge">
      {sortable.ids.map((id) => {
        const addOn = addOns.find((each) => each.id === id)
        if (!addOn) return null
        const { details, capacity, sold } = addOn
        return (
          <SortRow
            key={id}
            id={id}
            name={details.name}
            description={details.description}
            sortable={onEdit ? sortable : null}
            price={
              details.priceMinor === 0
                ? 'Free'
                : formatAmount(details.priceMinor, tickets.currency, locale)
            }
            fact={capacity === null ? 'Without limit' : `${sold} of ${capacity} sold`}
            onEdit={onEdit && (() => onEdit({ kind: 'add-on', addOn }))}
            onArchive={() => void setArchived(organizer, { addOn }, true)}
          />
        )
      })}
    </ul>
  )
}
