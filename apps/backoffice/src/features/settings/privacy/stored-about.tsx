import type { StoredPerson } from '@foyer/contract'
import { Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { entriesText, KIND_TEXTS } from './kind-texts.ts'
import { OwnTexts } from './own-texts.tsx'

/** How many orders are listed; the file has all. */
const LISTED = 20

/** What is stored about a person, and what may be done with it. */
export function StoredAbout({ person, actions }: { person: StoredPerson; actions: ReactNode }) {
  const { email, kinds, orders, ownTexts } = person
  if (kinds.length === 0) {
    return (
      <Notice announce="none" title="Nothing is stored about this person">
        No order, mail or cart of your shop has the address{' '}
        <span className="break-all">{email}</span>. Check its spelling, or ask for the address that
        the person bought with.
        <OwnTexts ownTexts={ownTexts} />
      </Notice>
    )
  }
  return (
    <section aria-label={`Stored about ${email}`} className="flex flex-col gap-5">
      <h3 className="font-display text-lg font-bold break-all">{email}</h3>
      <dl className="divide-y divide-edge border-y border-edge">
        {kinds.map(({ kind, count }) => (
          <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
            <dt>{KIND_TEXTS[kind].name}</dt>
            <dd className="text-muted tabular-nums">{entriesText(count)}</dd>
          </div>
        ))}
      </dl>
      {orders.length > 0 && (
        <div>
          <h4 className="text-sm font-semibold">Orders</h4>
          <ul className="mt-1 flex flex-col gap-1 text-sm">
            {orders.slice(0, LISTED).map(({ id, number, eventName, total }) => (
              <li key={id} className="flex flex-wrap gap-x-3">
                <span className="font-semibold tabular-nums">{number}</span>
                <span className="min-w-0 break-words">{eventName}</span>
                <span className="text-muted tabular-nums">{total}</span>
              </li>
            ))}
          </ul>
          {orders.length > LISTED && (
            <p className="mt-1 text-sm text-muted">
              And {orders.length - LISTED} more, which are in the file.
            </p>
          )}
        </div>
      )}
      <OwnTexts ownTexts={ownTexts} />
      <p className="max-w-prose text-sm text-muted">
        The file is for the person who asked: make sure that it is really them, for example by
        answering to this address.
      </p>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </section>
  )
}
