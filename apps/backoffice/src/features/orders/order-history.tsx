import type { DeskOrder } from '@foyer/contract'
import {
  AUDIT_ACTIONS,
  amountRowsOf,
  historyTitleOf,
  MAILS,
  NOT_MADE_TEXT,
  ticketRowsOf,
} from '@foyer/domain'
import type { ReactNode } from 'react'
import { exactText } from '../../shared/time.ts'
import { MAIL_STATE_TEXTS, momentText } from './order-texts.ts'

interface Entry {
  key: string
  at: string
  title: ReactNode
  lines: readonly string[]
}

interface OrderHistoryProps {
  order: DeskOrder
  organizer: { name: string; locale: string }
}

/** Purchase, changes, refunds, mails and the acts of the team in one list, the newest first. */
export function OrderHistory({ order, organizer }: OrderHistoryProps) {
  const entries = [...changesOf(order, organizer), ...mailsOf(order), ...actsOf(order)].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
  return (
    <ol aria-label="History" className="divide-y divide-edge rounded-lg border border-edge text-sm">
      {entries.map(({ key, at, title, lines }) => (
        <li key={key} className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <time dateTime={at} title={exactText(at)} className="figures text-muted">
            {momentText(at)}
          </time>
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{title}</p>
            {lines.map((line) => (
              <p key={line} className="wrap-anywhere text-muted">
                {line}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function changesOf({ view }: DeskOrder, { name, locale }: OrderHistoryProps['organizer']): Entry[] {
  const { currency } = view.order
  const format = { currency, timeZone: view.event.timeZone, locale }
  return view.changes.map((change) => ({
    key: change.id,
    at: change.at,
    title: historyTitleOf(change, name),
    lines: [
      ...ticketRowsOf(change, format).map(
        ({ label, value, difference }) => `${label}: ${value} (${difference})`,
      ),
      ...amountRowsOf(change, format).map(({ label, value }) => `${label}: ${value}`),
      ...change.refundReferences.map((reference) => `Refund ${reference}`),
      ...(change.reason ? [`Reason: ${change.reason}`] : []),
      ...(change.outcome === 'refunded' ? [NOT_MADE_TEXT] : []),
    ],
  }))
}

const mailsOf = ({ mails }: DeskOrder): Entry[] =>
  mails.map(({ id, kind, state, to, isResend, at, problem }) => ({
    key: id,
    at,
    title: `${MAILS[kind].name.replace(/^Your/, 'The')}${isResend ? ', again' : ''}`,
    lines: [`To ${to}: ${MAIL_STATE_TEXTS[state]}${problem ? `. ${problem}` : ''}`],
  }))

const actsOf = ({ acts }: DeskOrder): Entry[] =>
  acts.map(({ id, at, person, action, before, after }) => ({
    key: id,
    at,
    title: `${person ? person.name || 'Somebody who left' : 'The operator of this site'} ${AUDIT_ACTIONS[action].text}`,
    lines: Object.entries(after ?? {}).flatMap(([name, value]) => {
      if (before?.[name]) return [`${name}: ${before[name]} → ${value || '–'}`]
      return value ? [`${name}: ${value}`] : []
    }),
  }))
