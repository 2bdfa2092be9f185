import type { OfficeTickets } from '@foyer/contract'
import { Button, Disclosure } from '@foyer/ui'
import { setArchived } from './save-tickets.ts'

interface ArchivedTicketsProps {
  organizer: string
  tickets: OfficeTickets
  mayChange: boolean
}

/** What is not sold any more: it stays on orders and in the books, and can be restored. */
export function ArchivedTickets({ organizer, tickets, mayChange }: ArchivedTicketsProps) {
  const rows = [
    ...tickets.groups.map((group) => ({ what: 'Group', ...group, part: { group } })),
    ...tickets.types.map((type) => ({ what: 'Ticket type', ...type, part: { type } })),
    ...tickets.addOns.map((addOn) => ({ what: 'Add-on', ...addOn, part: { addOn } })),
  ].filter(({ details }) => details.isArchived)
  if (rows.length === 0) return null
  return (
    <Disclosure summary={`Archived (${rows.length})`} className="border-t border-edge pt-4">
      <ul className="divide-y divide-edge text-sm">
        {rows.map(({ id, what, details, part }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 break-words">
              {details.name} <span className="text-muted">{what}</span>
            </span>
            {mayChange && (
              <Button onClick={() => void setArchived(organizer, part, false)}>
                Restore<span className="sr-only"> {details.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
