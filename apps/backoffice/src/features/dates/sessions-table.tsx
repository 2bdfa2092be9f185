import { type ListedSession, staffApi } from '@foyer/contract'
import { formatTime } from '@foyer/domain'
import { Badge, Button, cx, IconButton, notify } from '@foyer/ui'
import { Ellipsis } from '@foyer/ui/icons'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { Menu, MenuItem } from '../../shared/menu.tsx'
import {
  type Chosen,
  type DatesInfo,
  type Doing,
  datesChanged,
  type EventRef,
  type filterOf,
} from './queries.ts'
import {
  beyondRoomText,
  counted,
  dateText,
  numberText,
  roomConflictText,
  sessionText,
  startText,
} from './texts.ts'

type Filter = ReturnType<typeof filterOf>

interface SessionsTableProps {
  reference: EventRef
  info: DatesInfo
  sessions: readonly ListedSession[]
  filter: Filter
  /** Whether further dates match that are not shown yet. */
  hasMore: boolean
  mayChange: boolean
  onDo: (doing: Doing) => void
}

/** The most dates that are named one by one; more are chosen by their filter. */
const NAMED = 1000

export function SessionsTable({
  reference,
  info,
  sessions,
  filter,
  hasMore,
  mayChange,
  onDo,
}: SessionsTableProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  /** All that match, also those that are not shown, but for those that were unchecked. */
  const [isAll, setAll] = useState(false)
  const shownIds = sessions.map(({ id }) => id)
  const isChecked = (id: string) => ids.has(id) !== isAll
  const checked = sessions.filter(({ id }) => isChecked(id)).length
  const isEveryShown = checked === sessions.length
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  const clear = () => {
    setIds(new Set())
    setAll(false)
  }
  const toggleShown = () => {
    if (isAll || isEveryShown) clear()
    else setIds(new Set(shownIds))
  }
  const chosen: Chosen = isAll
    ? { selection: { filter, exceptIds: [...ids] }, count: null }
    : { selection: { ids: [...ids].slice(0, NAMED) }, count: ids.size }
  return (
    <div>
      {mayChange && (
        <SelectionBar
          chosen={chosen}
          isAll={isAll}
          canHaveMore={hasMore && isEveryShown && !isAll}
          onAll={() => {
            setIds(new Set())
            setAll(true)
          }}
          onClear={clear}
          onDo={(kind) => onDo({ action: 'bulk', kind, chosen })}
        />
      )}
      <div className="office-table rounded-lg border border-edge">
        <table aria-label="Dates" className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-xs text-muted *:border-b *:border-edge *:px-3 *:py-2.5 *:text-start *:font-semibold">
              {mayChange && (
                <th scope="col" className="w-11">
                  <RowCheckbox
                    label="Choose all dates that are shown"
                    isChecked={isEveryShown}
                    isPartly={checked > 0 && !isEveryShown}
                    onToggle={toggleShown}
                  />
                </th>
              )}
              <th scope="col">Date</th>
              <th scope="col">Time</th>
              <th scope="col">Name</th>
              <th scope="col">Places sold</th>
              <th scope="col">State</th>
              {mayChange && (
                <th scope="col" className="w-14">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-edge">
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                timeZone={info.timeZone}
                mayChange={mayChange}
                isChecked={isChecked(session.id)}
                onToggle={() => toggle(session.id)}
                reference={reference}
                onDo={onDo}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface SelectionBarProps {
  chosen: Chosen
  isAll: boolean
  canHaveMore: boolean
  onAll: () => void
  onClear: () => void
  onDo: (kind: 'edit' | 'close' | 'reopen' | 'call_off') => void
}

/** What can be done with the chosen dates. Its place is kept while none is chosen. */
function SelectionBar({ chosen, isAll, canHaveMore, onAll, onClear, onDo }: SelectionBarProps) {
  const isNone = chosen.count === 0
  const reason = isNone ? 'Choose dates in the table first.' : undefined
  const button = (kind: Parameters<typeof onDo>[0], label: string) => (
    <Button onClick={() => onDo(kind)} disabledReason={reason} className="px-3.5">
      {label}
    </Button>
  )
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {button('edit', 'Change…')}
      {button('close', 'Close…')}
      {button('reopen', 'Open again…')}
      {button('call_off', 'Call off…')}
      <p role="status" className="ms-1 text-sm text-muted">
        {isNone && 'Choose dates to change many at a time.'}
        {isAll && 'All dates that match are chosen.'}
        {!isAll && !isNone && `${counted(chosen.count ?? 0, 'date')} chosen.`}
      </p>
      {canHaveMore && !isNone && (
        <button type="button" className="link min-h-10 text-sm font-semibold" onClick={onAll}>
          Choose all that match, also those below
        </button>
      )}
      {!isNone && (
        <button type="button" className="link min-h-10 text-sm" onClick={onClear}>
          Choose none
        </button>
      )}
    </div>
  )
}

interface RowProps extends Pick<SessionsTableProps, 'mayChange' | 'onDo' | 'reference'> {
  session: ListedSession
  timeZone: string
  isChecked: boolean
  onToggle: () => void
}

function Row({ session, timeZone, mayChange, isChecked, onToggle, reference, onDo }: RowProps) {
  const { id, startsAt, endsAt, date, name, capacity, sold, held, room } = session
  const warnings = [beyondRoomText(room, capacity), roomConflictText(session, timeZone)].filter(
    (warning) => warning !== null,
  )
  const text = sessionText(session)
  const title = startText(startsAt, timeZone)
  return (
    <tr
      className={cx(
        'transition-colors *:px-3 *:py-2 *:align-middle hover:bg-hover/40',
        isChecked && 'bg-hover/60',
      )}
    >
      {mayChange && (
        <td>
          <RowCheckbox label={`Choose ${title}`} isChecked={isChecked} onToggle={onToggle} />
        </td>
      )}
      <td className="figures font-semibold whitespace-nowrap">
        <button
          type="button"
          className="link text-start font-semibold"
          onClick={() => onDo({ action: 'change', session })}
        >
          {dateText(date)}
        </button>
      </td>
      <td data-label="Time" className="figures whitespace-nowrap">
        <span>
          {formatTime(startsAt, timeZone)}
          <span className="text-muted"> – {formatTime(endsAt, timeZone)}</span>
        </span>
      </td>
      <td data-label="Name">
        <div className="min-w-0 break-words">
          {name || (!room && <span className="text-muted">–</span>)}
          {room && <span className="block text-muted">{room.name}</span>}
          {warnings.map((warning) => (
            <span key={warning} className="block text-xs text-warning-text">
              {warning}
            </span>
          ))}
        </div>
      </td>
      <td data-label="Places sold" className="figures whitespace-nowrap">
        <Sales sold={sold} held={held} capacity={capacity} />
      </td>
      <td data-label="State">
        <Badge tone={text.tone}>{text.name}</Badge>
      </td>
      {mayChange && (
        <td data-actions className="w-14 py-0!">
          <RowMenu title={title} session={session} reference={reference} onDo={onDo} key={id} />
        </td>
      )}
    </tr>
  )
}

/** Of places: '12 of 40', with a bar for the share; and what is in carts. */
export function Sales({ sold, held, capacity }: Pick<ListedSession, 'sold' | 'held' | 'capacity'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5">
      {capacity !== null && capacity > 0 && (
        <progress
          aria-hidden="true"
          max={capacity}
          value={Math.min(capacity, sold)}
          className="sales-bar"
        />
      )}
      <span>
        {numberText(sold)}
        <span className="text-muted">
          {capacity === null ? ' sold' : ` of ${numberText(capacity)}`}
          {held > 0 && `, ${numberText(held)} in carts`}
        </span>
      </span>
    </span>
  )
}

function RowMenu({
  title,
  session,
  reference,
  onDo,
}: Pick<RowProps, 'session' | 'reference' | 'onDo'> & { title: string }) {
  const isOff = session.state === 'called_off'
  const setState = async (state: 'active' | 'cancelled') => {
    try {
      const params = { sessionId: session.id }
      await callOf(reference.organizer)(staffApi.setSessionState, { params, body: { state } })
      await datesChanged(reference)
      const done = state === 'active' ? 'is open again' : 'is closed; its tickets stay valid'
      notify({ tone: 'success', title: `${title} ${done}` })
    } catch (error) {
      notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
    }
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`Actions for ${title}`}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      <MenuItem onChoose={() => onDo({ action: 'change', session })}>
        {isOff ? 'Show…' : 'Change…'}
      </MenuItem>
      {session.state === 'cancelled' && (
        <MenuItem onChoose={() => void setState('active')}>Open again</MenuItem>
      )}
      {session.state === 'active' && (
        <MenuItem onChoose={() => void setState('cancelled')}>Close</MenuItem>
      )}
      {(isOff || session.sold > 0) && (
        <MenuItem onChoose={() => onDo({ action: 'progress', session })}>
          Refunds and answers…
        </MenuItem>
      )}
      {!isOff && (
        <>
          <MenuItem onChoose={() => onDo({ action: 'give', session })}>Give tickets away…</MenuItem>
          <MenuItem onChoose={() => onDo({ action: 'mail', session })}>Mail the buyers…</MenuItem>
          <MenuItem onChoose={() => onDo({ action: 'move', session })}>Move…</MenuItem>
          <MenuItem isDanger onChoose={() => onDo({ action: 'call_off', session })}>
            Call off…
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** A checkbox whose target is the whole cell. */
function RowCheckbox({
  label,
  isChecked,
  isPartly = false,
  onToggle,
}: {
  label: string
  isChecked: boolean
  isPartly?: boolean
  onToggle: () => void
}) {
  return (
    <label className="-m-2 grid size-9 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input) input.indeterminate = isPartly
        }}
        onChange={onToggle}
        className="row-check"
      />
    </label>
  )
}
