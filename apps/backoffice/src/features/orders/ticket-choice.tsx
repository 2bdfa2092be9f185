import { Checkbox } from '@foyer/ui'

interface TicketRow {
  id: string
  number: number
  typeName: string
  /** At the end of the line: what it gives back. */
  aside?: string
  hint?: string | undefined
  isDisabled?: boolean
}

interface TicketChoiceProps {
  id: string
  legend?: string
  tickets: readonly TicketRow[]
  chosen: readonly string[]
  onChoose: (ticketIds: string[]) => void
  error: string | undefined
}

/** The tickets of an order, to be chosen one by one. */
export function TicketChoice({
  id,
  legend = 'Tickets',
  tickets,
  chosen,
  onChoose,
  error,
}: TicketChoiceProps) {
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
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="divide-y divide-edge rounded-md border border-edge px-3.5">
        {tickets.map(({ id: ticketId, number, typeName, aside, hint, isDisabled = false }) => (
          <Checkbox
            key={ticketId}
            checked={!isDisabled && chosen.includes(ticketId)}
            disabled={isDisabled}
            onChange={() => toggle(ticketId)}
            label={
              <span className="figures flex flex-wrap justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  {number}. {typeName}
                </span>
                {aside && <span>{aside}</span>}
              </span>
            }
            hint={hint}
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
