import type { OperatorLogEntry } from '@foyer/contract'
import { OPERATOR_ACTIONS } from '@foyer/domain'
import { Button, EmptyState } from '@foyer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { agoText, dayText, exactText } from '../../shared/time.ts'
import { Pending, PlatformPage } from './platform-page.tsx'
import { logQuery } from './platform-queries.ts'

/** What operators did, to all organizers or to one. */
export function LogScreen({ organizer }: { organizer: string | undefined }) {
  const log = useInfiniteQuery(logQuery(organizer))
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <PlatformPage
      title="Log"
      description="What operators did. Nobody can change or remove an entry."
      actions={
        organizer !== undefined && (
          <Link {...paths.platformLog()} className="link text-sm">
            Of all organizers, not only /{organizer}
          </Link>
        )
      }
    >
      <Pending of={log} what="The log" />
      {log.data && entries.length === 0 && (
        <EmptyState title="Operators did nothing yet">
          Settings, fees, trials and suspensions appear here as soon as somebody changes one.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ol className="divide-y divide-edge rounded-lg border border-edge text-sm">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button
          className="mt-6"
          onClick={() => void log.fetchNextPage()}
          busy={log.isFetchingNextPage}
        >
          Show older entries
        </Button>
      )}
    </PlatformPage>
  )
}

function Entry({ entry }: { entry: OperatorLogEntry }) {
  const { at, person, actionType, slug, entityName, metadata } = entry
  const names = Object.keys({ ...metadata.before, ...metadata.after })
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <time dateTime={at} title={exactText(at)} className="text-muted">
        {agoText(at)}
      </time>
      <div className="min-w-0">
        <p>
          <span className="font-semibold" title={person?.email}>
            {person ? person.name || 'Somebody who left' : 'A command on the machine'}
          </span>{' '}
          {OPERATOR_ACTIONS[actionType]}
          {': '}
          {slug ? (
            <Link {...paths.operated(slug)} className="link font-semibold break-words">
              {entityName}
            </Link>
          ) : (
            <span className="font-semibold break-words">{entityName}</span>
          )}
        </p>
        {names.length > 0 && (
          <ul className="mt-1 text-muted">
            {names.map((name) => (
              <li key={name} className="break-words">
                {VALUES[name]?.name ?? name}: {valueText(name, metadata.before?.[name])} →{' '}
                {valueText(name, metadata.after?.[name])}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

type Value = string | number | boolean

/** How the log names a value, and what it reads if there is none. */
const VALUES: Readonly<
  Record<string, { name: string; none: string; text?: (value: Value) => string }>
> = {
  platformFeePpm: {
    name: 'Share of each payment',
    none: 'the default',
    text: (ppm) => `${Number(ppm) / 10_000} %`,
  },
  platformFeeFixed: { name: 'Amount, in the smallest units', none: 'the default' },
  trialUntil: { name: 'End of the trial', none: 'none', text: (at) => dayText(String(at)) },
  reason: { name: 'Reason', none: 'none' },
  configValue: { name: 'Value', none: 'the default' },
}

function valueText(name: string, value: Value | null | undefined): string {
  const of = VALUES[name]
  if (value === null || value === undefined) return of?.none ?? '–'
  return of?.text?.(value) ?? String(value)
}
