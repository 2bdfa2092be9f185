import { type OfficeAccessCode, type OfficeEventSales, staffApi } from '@foyer/contract'
import { Badge, Button, Field, notify, SelectInput, TextInput, type Tone } from '@foyer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { FetchFailed } from '../../shared/page.tsx'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { codesQuery, refetchSales } from './sales-queries.ts'
import { windowText } from './sales-values.ts'

interface CodesProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

const STATES: Record<OfficeAccessCode['state'], { label: string; tone: Tone }> = {
  working: { label: 'Works', tone: 'success' },
  not_started: { label: 'Not yet', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
  used_up: { label: 'Used up', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'danger' },
}

/** The access codes of an event: search, uses, new ones, and the end of one. */
export function CodesSection({ organizer, sales, mayChange }: CodesProps) {
  const [q, setQ] = useState('')
  const [state, setState] = useState('')
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<OfficeAccessCode | null>(null)
  const filter = { q: useDeferredValue(q), state }
  const list = useInfiniteQuery(codesQuery(organizer, sales.eventId, filter))
  const codes = list.data?.pages.flatMap((page) => page.codes) ?? []
  const isFiltered = q.trim() !== '' || state !== ''
  const hasAny = sales.codes.all > 0 || isFiltered
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        {hasAny && (
          <>
            <Field label="Search" className="min-w-40 flex-1">
              <TextInput
                type="search"
                value={q}
                onChange={(event) => setQ(event.target.value)}
                placeholder="The beginning of a code or a label"
              />
            </Field>
            <Field label="State" className="w-36">
              <SelectInput value={state} onChange={(event) => setState(event.target.value)}>
                <option value="">All</option>
                {Object.entries(STATES).map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectInput>
            </Field>
          </>
        )}
        {mayChange && <Button onClick={() => setMaking(true)}>New codes</Button>}
      </div>
      {list.isError && !list.data && (
        <FetchFailed
          what="The access codes"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data && codes.length === 0 && (
        <p role="status" className="text-sm text-muted">
          {isFiltered
            ? 'No code matches. Change the search above.'
            : 'No access codes yet. Make one for a fan club, or a thousand that work once each.'}
        </p>
      )}
      {codes.length > 0 && (
        <ul
          aria-label="Access codes"
          className="divide-y divide-edge rounded-lg border border-edge"
        >
          {codes.map((code) => (
            <li key={code.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-60 text-sm">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="figures font-semibold break-all">{code.code}</span>
                  <Badge tone={STATES[code.state].tone}>{STATES[code.state].label}</Badge>
                  {code.label && <span className="text-muted">{code.label}</span>}
                </p>
                <p className="text-muted">{describe(code, sales)}</p>
              </div>
              <p className="figures text-sm text-muted">{usesText(code)}</p>
              {mayChange && code.state !== 'revoked' && (
                <Button variant="quiet" onClick={() => setRevoked(code)}>
                  Revoke<span className="sr-only"> {code.code}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="mt-4"
          onClick={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
        >
          Show older codes
        </Button>
      )}
      <NewCodesDialog
        open={isMaking}
        onClose={() => setMaking(false)}
        organizer={organizer}
        sales={sales}
      />
      <Confirm
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={`Revoke ${revoked?.code ?? ''}?`}
        description={
          revoked && revoked.heldUses > 0
            ? `It stops working at once, and cannot be restored. ${revoked.heldUses} ${revoked.heldUses === 1 ? 'cart holds' : 'carts hold'} tickets with it: these can still be paid. Orders stay.`
            : 'It stops working at once, and cannot be restored. Orders that were bought with it stay.'
        }
        action="Revoke the code"
        isDanger
        run={async () => {
          if (!revoked) return
          const params = { eventId: sales.eventId, codeId: revoked.id }
          await callOf(organizer)(staffApi.revokeAccessCode, { params })
          await refetchSales(organizer, sales.eventId)
          notify({ tone: 'success', title: `${revoked.code} is revoked` })
        }}
      />
    </>
  )
}

function describe(code: OfficeAccessCode, { types, timeZone }: OfficeEventSales): string {
  const names = types.filter(({ id }) => code.typeIds.includes(id)).map(({ name }) => name)
  const parts = [
    names.length > 0 ? `for ${names.join(', ')}` : 'for all types that are not hidden',
    code.opensEarly && 'before sales start',
    windowText({ opensAt: code.startsAt, closesAt: code.endsAt }, timeZone),
  ]
  return parts.filter(Boolean).join(' · ')
}

function usesText({ spentUses, heldUses, maxUses }: OfficeAccessCode): string {
  const used = maxUses === null ? `${spentUses} used` : `${spentUses} of ${maxUses} used`
  return heldUses > 0 ? `${used}, ${heldUses} in carts` : used
}
