import type { StatusLatency, StatusView } from '@foyer/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { platformPaths } from '../platform-paths.ts'
import { DayBars } from './day-bars.tsx'
import { statusQuery } from './load-status.ts'
import {
  formatInstant,
  formatMinutes,
  formatMs,
  formatShare,
  headlineOf,
  incidentText,
  incidentTime,
} from './status-text.ts'

/** How this installation runs, as it measured itself. */
export function StatusPage() {
  const app = useApp()
  const { locale } = app.tenant
  const { data: status } = useSuspenseQuery(statusQuery(app))
  const [title, text] = headlineOf(status)
  return (
    <article className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead
        title="Status"
        description="Uptime, response times, oversold tickets and incidents of this installation, as measured."
        canonicalPath={platformPaths.status().to}
      />
      <p className="text-sm font-semibold text-muted">Status</p>
      <h1 className="mt-2 max-w-[18ch] font-display text-display font-bold">{title}</h1>
      <p className="mt-5 max-w-prose text-base">{text}</p>
      <p className="mt-1 max-w-prose text-sm text-muted">
        {status.since
          ? `Measured by this installation itself since ${formatInstant(status.since, locale)}; figures as of ${formatInstant(status.measuredUntil ?? status.at, locale)}.`
          : 'This installation has not measured anything yet. The first figures appear a few minutes after its start.'}
      </p>
      <Figures status={status} locale={locale} />
      <Section id="days" title="90 days">
        <DayBars days={status.days} locale={locale} />
      </Section>
      <Section id="response-times" title="Response times">
        <LatencyTable latency={status.latency} locale={locale} />
      </Section>
      <Section id="incidents" title="Incidents">
        <Incidents status={status} locale={locale} />
      </Section>
      <Section id="method" title="How this is measured">
        <Method />
      </Section>
    </article>
  )
}

interface StatusProps {
  status: StatusView
  locale: string
}

/** A share of a few minutes would say nothing. */
const LEAST_MINUTES = 60

function Figures({ status, locale }: StatusProps) {
  const { uptime, measuredMinutes, downMinutes, audit } = status
  const isEarly = uptime === null || measuredMinutes < LEAST_MINUTES
  return (
    <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-8 border-y border-edge py-8 sm:gap-x-8 lg:grid-cols-4">
      <Figure
        name="Up"
        value={isEarly ? 'Too early' : formatShare(uptime, locale)}
        note={
          isEarly
            ? `Measured for ${formatMinutes(measuredMinutes)}; a share is shown after an hour.`
            : `${downMinutes === 0 ? 'No minute' : formatMinutes(downMinutes)} down of ${formatMinutes(measuredMinutes)}`
        }
      />
      <Figure
        name="Tickets oversold"
        value={audit ? String(audit.oversold) : 'Unknown'}
        note={
          audit
            ? `The audit compared all counts; last turn ${formatInstant(audit.at, locale)}.`
            : 'The audit has not run yet.'
        }
      />
      <Figure
        name="Books that disagree"
        value={audit ? String(audit.differences) : 'Unknown'}
        note="Stock, ledger, orders, tickets and payments, compared row by row."
      />
      <Figure
        name="99 of 100 answers within"
        value={formatMs(status.latency.week.p99Ms)}
        note="In the last 7 days, computed answers only."
      />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="flex flex-col">
      <dt className="text-sm font-semibold">{name}</dt>
      <dd className="figures mt-1 font-display text-title font-bold">{value}</dd>
      <dd className="mt-1 max-w-64 text-sm text-muted">{note}</dd>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-16">
      <h2 id={id} className="mb-5 font-display text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

const PERIODS = [
  ['today', 'Today'],
  ['week', '7 days'],
  ['all', '90 days'],
] as const

const ROWS: readonly [string, (latency: StatusLatency, locale: string) => string][] = [
  ['Half of all answers within', ({ p50Ms }) => formatMs(p50Ms)],
  ['95 of 100 within', ({ p95Ms }) => formatMs(p95Ms)],
  ['99 of 100 within', ({ p99Ms }) => formatMs(p99Ms)],
  ['99 of 100 holds of tickets within', ({ holdP99Ms }) => formatMs(holdP99Ms)],
  ['Answers measured', ({ answers }, locale) => answers.toLocaleString(locale)],
  ['Among them errors', ({ errors }, locale) => errors.toLocaleString(locale)],
]

function LatencyTable({ latency, locale }: { latency: StatusView['latency']; locale: string }) {
  return (
    <table className="w-full max-w-[48rem] text-start text-sm">
      <thead>
        <tr className="border-b border-edge text-muted">
          <th scope="col" className="py-2 text-start font-normal">
            <span className="sr-only">Figure</span>
          </th>
          {PERIODS.map(([key, name]) => (
            <th key={key} scope="col" className="py-2 ps-3 text-end font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, read]) => (
          <tr key={name} className="border-b border-edge">
            <th scope="row" className="py-3 pe-2 text-start font-normal">
              {name}
            </th>
            {PERIODS.map(([key]) => (
              <td key={key} className="figures py-3 ps-3 text-end whitespace-nowrap">
                {read(latency[key], locale)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Incidents({ status: { incidents, since }, locale }: StatusProps) {
  if (incidents.length === 0) {
    return (
      <p className="max-w-prose text-base text-muted">
        {since === null ? 'Nothing was measured yet.' : 'None in the time that was measured.'}
      </p>
    )
  }
  return (
    <ol className="max-w-[48rem]">
      {incidents.map((incident) => (
        <li
          key={`${incident.kind} ${incident.beganAt}`}
          className="grid gap-x-8 gap-y-1 border-t border-edge py-4 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]"
        >
          <p className="text-base font-semibold">{incidentText(incident)}</p>
          <p className="text-sm text-muted">{incidentTime(incident, locale)}</p>
        </li>
      ))}
    </ol>
  )
}

const Method = () => (
  <div className="grid max-w-[33rem] gap-4 text-base">
    <p>
      Every process asks itself three times a minute, over HTTP, whether it can sell; the answer
      includes its database. A minute counts as up if one process answered each time. A minute
      without a measurement counts as down: who is not running cannot measure.
    </p>
    <p>
      Response times are those of answers that the server computed, from the complete request to the
      sending. Answers from its cache take less and are left out. The network between the server and
      its readers is not part of any figure. A time is the end of a range and at most 19% too high.
    </p>
    <p>
      The audit recomputes every counter from the rows that explain it, slice by slice, around the
      clock. Days are days in UTC. The same figures are at{' '}
      <a href="/status.json" className="link">
        /status.json
      </a>
      .
    </p>
  </div>
)
