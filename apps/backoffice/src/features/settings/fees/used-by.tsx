import type { Fees } from '@foyer/contract'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../routing/paths.ts'

type Uses = Fees['feeSets'][number]['usedBy']

/** What has a fee set or a tax rate, with links to where it is given to them. */
export function UsedBy({ organizer, usedBy }: { organizer: string; usedBy: Uses }) {
  const { count, first } = usedBy
  if (count === 0) return <>Nothing has it yet.</>
  const more = count - first.length
  return (
    <>
      {first.map(({ kind, name, eventId, eventName }, index) => (
        <span key={`${kind} ${eventId} ${name}`}>
          {index > 0 && (more === 0 && index === first.length - 1 ? ' and ' : ', ')}
          {eventId === null ? (
            `the fee set ${name}`
          ) : (
            <Link
              {...(kind === 'event'
                ? paths.event(organizer, eventId)
                : paths.eventTickets(organizer, eventId))}
              className="link"
            >
              {kind === 'event' ? name : `${name} (${eventName})`}
            </Link>
          )}
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
