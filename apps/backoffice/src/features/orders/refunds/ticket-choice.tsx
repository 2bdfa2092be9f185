import type { Refundable } from '@foyer/contract'
import { Checkbox } from '@foyer/ui'

interface TicketChoiceProps {
  id: string
  tickets: Refundable['tickets']
  chosen: readonly string[]
  onChoose: (ticketIds: string[]) => void
  error: string | undefined
  format: (amountMinor: number) => string
}

/** The valid tickets of an order, to be chosen one by one. */
export function TicketChoice({ id, tickets, chosen, onChoose, error, format }: TicketChoiceProps) {
  const toggle = (ticketId: string) =>
    onChoose(
      chosen.includes(ticketId)
        ? chosen.filter((other) => other !== ticketId)
        : [...chosen, ticketId],
    )
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <legend className="mb-1.5 text-sm font-semibold">Tickets</legend>
      <div className="divide-y divide-edge rounded-md border border-edge px-3.5">
        {tickets.map((ticket) => (
          <Checkbox
            key={ticket.id}
            checked={chosen.includes(ticket.id)}
            onChange={() => toggle(ticket.id)}
            label={
              <span className="figures flex flex-wrap justify-between gap-x-4">
                <span>
                  {ticket.number}. {ticket.typeName}
                </span>
                <span>{format(ticket.amountMinor)}</span>
              </span>
            }
            hint={ticket.isRedeemed ? 'Used at the door already' : undefined}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  )
}
