import type { HealthCheck, StatusView } from '@foyer/contract'
import { Badge, buttonStyle, Notice } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../shared/page.tsx'
import { agoText, exactText } from '../../shared/time.ts'
import { Pending, PlatformPage } from './platform-page.tsx'
import { healthQuery } from './platform-queries.ts'

const CHECKED = {
  ok: { tone: 'success', name: 'Well' },
  warning: { tone: 'warning', name: 'Look' },
  failed: { tone: 'danger', name: 'Act' },
} as const

const STATES = {
  operational: { tone: 'success', title: 'Everything runs' },
  incident: { tone: 'warning', title: 'Something is wrong' },
  down: { tone: 'danger', title: 'Nothing can be sold' },
  unmeasured: { tone: 'info', title: 'Not measured yet' },
} as const

/** How the installation runs, and what to do where it does not. */
export function HealthScreen() {
  const query = useQuery(healthQuery)
  const health = query.data
  return (
    <PlatformPage
      title="Health"
      description="How this installation runs, over all organizers. It is read again every half minute."
      actions={
        <a href="/status" className={buttonStyle('quiet')}>
          The public status page
        </a>
      }
    >
      <Pending of={query} what="The health of the installation" />
      {health && (
        <>
          <State status={health.status} checks={health.checks} />
          <Section
            title="Checks"
            description="Work that waits too long, has failed, or does not add up. What only the machine knows (variables, disk, backups, proxies) is npm run doctor."
          >
            <ul className="divide-y divide-edge rounded-lg border border-edge text-sm">
              {health.checks.map((check) => (
                <Check key={check.name} check={check} />
              ))}
            </ul>
          </Section>
          <Figures status={health.status} />
          <Incidents status={health.status} />
        </>
      )}
    </PlatformPage>
  )
}

function State({ status, checks }: { status: StatusView; checks: readonly HealthCheck[] }) {
  const toDo = checks.filter(({ status: found }) => found === 'failed').length
  const state = toDo > 0 && status.state === 'operational' ? STATES.incident : STATES[status.state]
  return (
    <Notice tone={state.tone} announce="none" className="mb-8" title={state.title}>
      {toDo > 0
        ? `${toDo === 1 ? 'One check needs' : `${toDo} checks need`} somebody to act. `
        : 'No check needs somebody to act. '}
      {status.state === 'unmeasured' &&
        'Each process measures itself from a minute after its start.'}
    </Notice>
  )
}

function Check({ check: { name, status, what, todo } }: { check: HealthCheck }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[5rem_minmax(0,1fr)]">
      <span>
        <Badge tone={CHECKED[status].tone}>{CHECKED[status].name}</Badge>
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{what}</p>
        {todo && <p className="mt-1">{todo}</p>}
      </div>
    </li>
  )
}

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })
const msText = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value).toLocaleString('en-US')} ms`

function Figures({ status }: { status: StatusView }) {
  const { latency, audit } = status
  const figures = [
    ['Up, of 90 days', status.uptime === null ? '–' : PERCENT.format(status.uptime)],
    ['Answers today', latency.today.answers.toLocaleString('en-US')],
    ['Errors today', latency.today.errors.toLocaleString('en-US')],
    ['99 of 100 answers', msText(latency.today.p99Ms)],
    ['99 of 100 holds', msText(latency.today.holdP99Ms)],
  ] as const
  return (
    <Section
      title="Figures"
      description={
        audit ? (
          <>
            The audit ran{' '}
            <time dateTime={audit.at} title={exactText(audit.at)}>
              {agoText(audit.at)}
            </time>
            .
          </>
        ) : (
          'The audit has not run yet.'
        )
      }
    >
      <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures font-display text-title font-bold">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const INCIDENTS = {
  outage: 'Outage',
  errors: 'Many errors',
  audit: 'The books disagreed',
  note: 'Note',
} as const satisfies Record<StatusView['incidents'][number]['kind'], string>

function Incidents({ status: { incidents } }: { status: StatusView }) {
  return (
    <Section
      title="Incidents"
      description="Of the last 90 days. npm run status adds a note that everybody reads."
    >
      {incidents.length === 0 ? (
        <p className="text-sm text-muted">None.</p>
      ) : (
        <ul className="divide-y divide-edge rounded-lg border border-edge text-sm">
          {incidents.map(({ kind, beganAt, endedAt, note }) => (
            <li key={kind + beganAt} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2.5">
              <span className="font-semibold">{INCIDENTS[kind]}</span>
              <time dateTime={beganAt} title={exactText(beganAt)} className="text-muted">
                {agoText(beganAt)}
              </time>
              {endedAt === null && <Badge tone="warning">Lasts</Badge>}
              {note && <span className="basis-full break-words">{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
