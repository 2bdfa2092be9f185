import type { OperatedOrganizer } from '@foyer/contract'

const WIDTH = 20
const GAP = 4
const HEIGHT = 80

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayName = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

/** Tickets of the last 30 days, a bar each. The same is said in words for those who do not see it. */
export function DayBars({ days }: Pick<OperatedOrganizer, 'days'>) {
  const most = Math.max(...days.map(({ tickets }) => tickets))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || most === 0) {
    return <p className="text-sm text-muted">No ticket was sold in the last 30 days.</p>
  }
  const best = days.find(({ tickets }) => tickets === most)
  const sum = days.reduce((total, { tickets }) => total + tickets, 0)
  return (
    <figure className="max-w-2xl">
      <svg
        viewBox={`0 0 ${days.length * (WIDTH + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${sum} tickets in 30 days, most on ${dayName(best?.day ?? '')}: ${most}`}
        className="h-20 w-full"
      >
        {days.map(({ day, tickets }, index) => {
          const height = tickets === 0 ? 1 : Math.max(3, (tickets / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              className={tickets === 0 ? 'fill-edge-strong' : 'fill-muted'}
            >
              <title>{`${dayName(day)}: ${tickets}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{dayName(first.day)}</span>
        <span className="figures">
          {most} on {dayName(best?.day ?? '')}
        </span>
        <span>{dayName(last.day)}</span>
      </figcaption>
    </figure>
  )
}
