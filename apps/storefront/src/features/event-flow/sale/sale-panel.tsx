import { callPath, type EventSale, sales } from '@foyer/contract'
import { CalendarDays, Clock, Pause } from '@foyer/ui/icons'
import type { KnownEvent } from '../../../data/queries.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { AccessCodeForm } from './access-code-form.tsx'
import { countdownWords, limitWords, saleWords } from './sale-words.ts'
import { useSaleClock } from './use-sale-clock.ts'

interface SalePanelProps {
  event: KnownEvent
  sale: EventSale
}

/** When an event is sold, where that is not simply now; a code may open it earlier. */
export function SalePanel({ event, sale }: SalePanelProps) {
  const { base, tenant } = useApp()
  const left = useSaleClock(event.id, sale)
  const { title, text } = saleWords(sale, {
    timeZone: event.venue_timezone,
    locale: tenant.locale,
  })
  const limits = limitWords(sale)
  const isWaiting = sale.state === 'not_started'
  const isPlain = sale.state === 'on_sale'
  const Icon = sale.state === 'paused' ? Pause : Clock
  if (isPlain && !text && !limits && !sale.takesCodes) return null
  return (
    <section
      aria-labelledby="sale-title"
      className="mt-6 rounded-lg bg-surface p-5 light:inset-ring light:inset-ring-edge"
    >
      <div className="flex gap-3">
        <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <div role="status">
            <h2 id="sale-title" className="font-display text-lg leading-snug font-bold">
              {title}
            </h2>
          </div>
          {isWaiting && left !== null && (
            <p role="timer" className="figures mt-2 font-display text-title font-bold">
              {countdownWords(left)}
            </p>
          )}
          {text && <p className="mt-1.5 max-w-prose text-sm text-muted">{text}</p>}
          {limits && <p className="mt-1.5 max-w-prose text-sm text-muted">{limits}</p>}
          {isWaiting && sale.opensAt && (
            <a
              href={base + callPath(sales.getSaleReminder.path, { params: { eventId: event.id } })}
              download
              className="mt-2 inline-flex min-h-target items-center gap-2 text-sm font-semibold underline underline-offset-4"
            >
              <CalendarDays aria-hidden="true" className="size-4" />
              Add a reminder to my calendar
            </a>
          )}
          {sale.takesCodes && sale.state !== 'paused' && (
            <div className="mt-4">
              <AccessCodeForm eventId={event.id} />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
