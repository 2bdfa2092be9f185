import { formatLongDate, formatMonth } from '@foyer/domain'
import { SESSION_DATES } from '../../sample-data.ts'
import { dollars } from '../../sample-order.tsx'
import { BASE_TICKET } from '../flow.ts'
import { type AltStepProps, Choice } from './choice.tsx'

const MONTHS = [...Map.groupBy(SESSION_DATES, (date) => date.slice(0, 7)).values()]

/** The sample evenings, month by month; the price of one ticket is the same on all of them. */
export function DateStep({ state, act }: AltStepProps) {
  return MONTHS.map((dates) => (
    <section key={dates[0]} aria-label={formatMonth(dates[0] ?? '')}>
      <h2 className="font-display text-lg font-bold">{formatMonth(dates[0] ?? '')}</h2>
      <ul className="mt-4 grid grid-cols-3 gap-2 sm:grid-cols-4 xl:grid-cols-6">
        {dates.map((date) => (
          <li key={date}>
            <Choice
              isChosen={date === state.date}
              onClick={() => act({ kind: 'chooseDate', date })}
              className="grid w-full"
            >
              <span className="sr-only">{formatLongDate(date)}, from </span>
              <span aria-hidden="true" className="text-xs text-muted">
                {weekdayOf(date)}
              </span>
              <span aria-hidden="true" className="figures font-display text-lg font-bold">
                {Number(date.slice(8))}
              </span>
              <span className="figures text-xs text-muted">{dollars(BASE_TICKET.priceMinor)}</span>
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  ))
}

const weekdayOf = (date: string): string => formatLongDate(date).split(',')[0]?.slice(0, 3) ?? ''
