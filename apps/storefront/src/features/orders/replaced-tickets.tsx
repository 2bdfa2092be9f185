import type { OrderView } from '@foyer/contract'

/** The codes that a change replaced and that may be printed, each with the ticket that is valid now. */
export function ReplacedTickets({ order }: { order: OrderView }) {
  const { replacedTickets, tickets } = order
  if (replacedTickets.length === 0) return null
  return (
    <section aria-labelledby="replaced-tickets" className="print:hidden">
      <h2 id="replaced-tickets" className="mb-3 font-display text-lg font-bold">
        Replaced tickets
      </h2>
      <ul className="border-t border-edge">
        {replacedTickets.map(({ number, typeName, validationCode, replacedBy }) => {
          const current = tickets.find(({ id }) => id === replacedBy)
          return (
            <li key={validationCode} className="border-b border-edge py-3 text-sm">
              <span className="font-semibold">{`Ticket ${number}, ${typeName}, code `}</span>
              <span className="font-mono">{validationCode}</span>
              <span className="mt-1 block text-muted">
                {current && !current.isCancelled ? (
                  <>
                    {`This ticket was replaced by ticket ${number}, ${current.typeName}, code `}
                    <span className="font-mono">{current.validationCode}</span>.
                  </>
                ) : (
                  `This ticket was replaced, and ticket ${number} was cancelled since.`
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
