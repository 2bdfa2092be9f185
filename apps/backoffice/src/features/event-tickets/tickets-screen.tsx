import type { OfficeTickets } from '@foyer/contract'
import { Button, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FetchFailed, Section } from '../../shared/page.tsx'
import { AddOnDialog } from './add-on-dialog.tsx'
import { AddOnList } from './add-on-list.tsx'
import { ArchivedTickets } from './archived-tickets.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { TicketList } from './ticket-list.tsx'
import { type Editing, ticketsQuery } from './tickets-query.ts'
import { TypeDialog } from './type-dialog.tsx'

interface TicketsScreenProps {
  organizer: { slug: string; locale: string }
  eventId: string
  mayChange: boolean
}

/** What an event sells: ticket types in groups, and add-ons. */
export function TicketsScreen({ organizer, eventId, mayChange }: TicketsScreenProps) {
  const tickets = useQuery(ticketsQuery(organizer.slug, eventId))
  if (tickets.isPending) {
    return (
      <SkeletonGroup label="Loading the tickets" className="flex flex-col gap-3">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </SkeletonGroup>
    )
  }
  if (!tickets.data) {
    return (
      <FetchFailed
        what="The tickets"
        error={tickets.error}
        onRetry={() => void tickets.refetch()}
        isRetrying={tickets.isFetching}
      />
    )
  }
  return <Tickets organizer={organizer} tickets={tickets.data} mayChange={mayChange} />
}

function Tickets({
  organizer,
  tickets,
  mayChange,
}: Omit<TicketsScreenProps, 'eventId'> & { tickets: OfficeTickets }) {
  const { slug, locale } = organizer
  const [editing, setEditing] = useState<Editing | null>(null)
  const groups = tickets.groups.filter(({ details }) => !details.isArchived)
  const types = tickets.types.filter(({ details }) => !details.isArchived)
  const addOns = tickets.addOns.filter(({ details }) => !details.isArchived)
  const [firstGroup] = groups
  const common = { organizer: slug, locale, tickets, onEdit: mayChange ? setEditing : null }
  const dialog = {
    organizer: slug,
    locale,
    eventId: tickets.eventId,
    currency: tickets.currency,
    onClose: () => setEditing(null),
  }
  return (
    <>
      <Section
        title="Ticket types"
        description={
          groups.length > 1
            ? 'Buyers read the names of the groups as headings. Drag the handles to change the order, or move them with the arrow keys.'
            : 'Drag the handles to change the order, or move them with the arrow keys.'
        }
      >
        {types.length === 0 && groups.length < 2 ? (
          <EmptyState
            level={3}
            title="No ticket types yet"
            actions={
              mayChange &&
              firstGroup && (
                <Button
                  variant="primary"
                  onClick={() => setEditing({ kind: 'type', type: null, groupId: firstGroup.id })}
                >
                  <Plus aria-hidden="true" className="size-4" />
                  Add a ticket type
                </Button>
              )
            }
          >
            A ticket type has a name and a price: Adult, Child, Front row.
          </EmptyState>
        ) : (
          <TicketList {...common} groups={groups} types={types} />
        )}
        {mayChange && (
          <Button className="mt-4" onClick={() => setEditing({ kind: 'group', group: null })}>
            <Plus aria-hidden="true" className="size-4" />
            Add a group
          </Button>
        )}
      </Section>
      <Section
        title="Add-ons"
        description="Bought beside tickets: a guide, a drink, parking. All dates of the event share a limit."
      >
        {addOns.length === 0 ? (
          <p className="text-sm text-muted">No add-ons yet.</p>
        ) : (
          <AddOnList {...common} addOns={addOns} />
        )}
        {mayChange && (
          <Button className="mt-4" onClick={() => setEditing({ kind: 'add-on', addOn: null })}>
            <Plus aria-hidden="true" className="size-4" />
            Add an add-on
          </Button>
        )}
      </Section>
      <ArchivedTickets organizer={slug} tickets={tickets} mayChange={mayChange} />
      {editing?.kind === 'group' && <GroupDialog {...dialog} group={editing.group} />}
      {editing?.kind === 'type' && (
        <TypeDialog {...dialog} type={editing.type} groupId={editing.groupId} />
      )}
      {editing?.kind === 'add-on' && <AddOnDialog {...dialog} addOn={editing.addOn} />}
    </>
  )
}
