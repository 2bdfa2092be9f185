import type { BulkPreview } from '@foyer/contract'
import { TriangleAlert } from '@foyer/ui/icons'
import type { ReactNode } from 'react'
import type { DatesInfo } from './queries.ts'
import { counted, KIND_TEXTS, numberText, SKIP_TEXTS, startText, ticketsText } from './texts.ts'

/** What a change touches, as sentences and a short table. */
export function BulkPreviewText({ preview, info }: { preview: BulkPreview; info: DatesInfo }) {
  const { timeZone } = info
  const { kind, sessions, days, firstStartsAt, lastStartsAt, skipped, overlaps } = preview
  const tickets = ticketsText(kind, preview)
  const at = (startsAt: string) => startText(startsAt, timeZone)
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p>
        <span className="figures block font-display text-title font-bold">
          {counted(sessions, 'date')}
        </span>
        <span className="text-muted">
          {kind === 'create' ? 'will be created' : 'will be changed'}
          {sessions > 0 && ` on ${counted(days, 'day')}`}
        </span>
      </p>
      {firstStartsAt && lastStartsAt && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Fact name="First">{at(firstStartsAt)}</Fact>
          <Fact name="Last">{at(lastStartsAt)}</Fact>
        </dl>
      )}
      {tickets && <Remark>{tickets}</Remark>}
      {skipped.map(({ reason, sessions: count, firstStartsAt: first }) => (
        <Remark key={reason}>
          {SKIP_TEXTS[reason](count)}. The first: {at(first)}.
        </Remark>
      ))}
      {preview.beyondRoom > 0 && (
        <Remark>
          {counted(preview.beyondRoom, 'date would sell', 'dates would sell')} more than fits into
          the room.
        </Remark>
      )}
      {overlaps.room > 0 && (
        <Remark>
          {counted(overlaps.room, 'date')} would be in the same room as another one at the same
          time.
        </Remark>
      )}
      {overlaps.own > 0 && (
        <Remark>
          {counted(overlaps.own, 'new date')} overlap{overlaps.own === 1 ? 's' : ''} other dates of
          this event.
        </Remark>
      )}
      {overlaps.venue > 0 && (
        <Remark>
          {counted(overlaps.venue, 'new date')} overlap{overlaps.venue === 1 ? 's' : ''} other
          events of the venue, such as{' '}
          {[...new Set(overlaps.examples.map(({ otherEvent }) => otherEvent))].join(', ')}. That is
          fine in different rooms.
        </Remark>
      )}
      {overlaps.examples.length > 0 && (
        <ul className="-mt-2 ps-7 text-muted">
          {overlaps.examples.map(({ startsAt, otherStartsAt, otherEvent }) => (
            <li key={startsAt} className="figures">
              {at(startsAt)} with {otherEvent}, {at(otherStartsAt)}
            </li>
          ))}
        </ul>
      )}
      {preview.movedByClocks.length > 0 && (
        <Remark>
          The clocks change in the night: {preview.movedByClocks.map(at).join('; ')}
          {preview.movedByClocks.length === 1 ? ' is' : ' are'} an hour later than the rule says.
        </Remark>
      )}
      {preview.examples.length > 0 && (
        <table aria-label="The first and the last of them" className="w-full border-collapse">
          <thead>
            <tr className="text-xs text-muted *:py-1 *:text-start *:font-semibold">
              <th scope="col">Starts</th>
              <th scope="col">Capacity</th>
            </tr>
          </thead>
          <tbody>
            {preview.examples.map(({ startsAt, capacity }) => (
              <tr key={startsAt} className="figures border-t border-edge *:py-1.5">
                <td>{at(startsAt)}</td>
                <td>{capacity === null ? 'No limit' : numberText(capacity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures">{children}</dd>
    </>
  )
}

function Remark({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2.5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-warning-text" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}

/** The label of the button that starts it: 'Create 442 dates'. */
export const startLabel = ({ kind, sessions }: BulkPreview): string =>
  `${KIND_TEXTS[kind].plan} ${counted(sessions, 'date')}${kind === 'reopen' ? ' again' : ''}`
