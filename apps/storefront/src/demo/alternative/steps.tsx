import { formatLongDate, formatMonth, groupBy, statusLabel } from '@foyer/domain'
import { Button, cx, Stepper } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import type { ComponentProps, Dispatch } from 'react'
import { SESSION_DATES } from '../sample-data.ts'
import { dollars } from '../sample-order.tsx'
import {
  ADD_ONS,
  type AltAction,
  type AltState,
  BASE_TICKET,
  isSelectable,
  MAX_ADD_ON,
  MAX_GROUP,
  SLOTS,
  UPGRADES,
} from './flow.ts'

/** Props of every step. */
export interface AltStepProps {
  state: AltState
  act: Dispatch<AltAction>
}

interface ChoiceProps extends ComponentProps<'button'> {
  isChosen: boolean
}

/** One of several options, of which exactly one is chosen: a day, a ticket type or a time. */
function Choice({ isChosen, className, ...rest }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      {...rest}
      className={cx(
        'min-h-target rounded-md border px-3 py-2.5 text-start transition-colors',
        'disabled:cursor-not-allowed disabled:border-edge disabled:text-faint',
        isChosen ? 'border-text bg-raised' : 'border-edge-strong enabled:hover:bg-hover',
        className,
      )}
    />
  )
}

export function AddOnsStep({ state, act }: AltStepProps) {
  return (
    <ul className="grid gap-5">
      {ADD_ONS.map(({ id, name, priceMinor }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-4 border-b border-edge pb-5"
        >
          <div>
            <h2 className="font-display text-lg font-bold">{name}</h2>
            <p className="figures text-muted">{dollars(priceMinor)}</p>
          </div>
          <Stepper
            label={name}
            value={state.addOns[id] ?? 0}
            onChange={(quantity) => act({ kind: 'setAddOn', id, quantity })}
            max={MAX_ADD_ON}
            maxReason={`${MAX_ADD_ON} at most`}
          />
        </li>
      ))}
    </ul>
  )
}

const MONTHS = [...groupBy(SESSION_DATES, (date) => date.slice(0, 7)).values()]

/** The sample evenings by month; a ticket costs the same on all of them. */
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

/** The demonstration ends here. */
export const PaymentStep = () => (
  <p className="max-w-prose text-muted">Payment processing would be implemented here</p>
)

export function TimeStep({ state, act }: AltStepProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {SLOTS.map((slot) => (
        <li key={slot.time}>
          <Choice
            isChosen={slot.time === state.time}
            disabled={!isSelectable(slot)}
            onClick={() => act({ kind: 'chooseTime', time: slot.time })}
            className="grid w-full"
          >
            <span className="figures font-display text-lg font-bold">{slot.time}</span>
            <span className="text-sm">
              {isSelectable(slot) ? (
                <span className="text-muted">{slot.spotsLeft} spots left</span>
              ) : (
                statusLabel('sold_out')
              )}
            </span>
          </Choice>
        </li>
      ))}
    </ul>
  )
}

/** How many tickets, and whether they are upgraded. */
export function TicketsStep({ state, act }: AltStepProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-edge pb-6">
        <div>
          <h2 className="font-display text-lg font-bold">{BASE_TICKET.name}</h2>
          <p className="figures text-muted">{dollars(BASE_TICKET.priceMinor)}</p>
        </div>
        <Stepper
          label={BASE_TICKET.name}
          value={state.groupSize}
          onChange={(groupSize) => act({ kind: 'setGroupSize', groupSize })}
          max={MAX_GROUP}
          maxReason={`${MAX_GROUP} at most`}
        />
      </div>
      <section aria-label="Upgrade your tickets">
        <h2 className="font-display text-lg font-bold">Upgrade your tickets</h2>
        <p className="mt-1 text-muted">For your whole group, or not at all.</p>
        <ul className="mt-4 grid gap-3 sm:grid-cols-3">
          {UPGRADES.map(({ id, name, priceMinor }) => (
            <li key={id}>
              <Choice
                isChosen={id === state.upgradeId}
                onClick={() => act({ kind: 'toggleUpgrade', upgradeId: id })}
                className="flex h-full w-full items-start justify-between gap-3"
              >
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="figures text-sm text-muted">
                    + {dollars(priceMinor - BASE_TICKET.priceMinor)} each
                  </span>
                </span>
                {id === state.upgradeId && <Check aria-hidden="true" className="mt-1 size-4" />}
              </Choice>
            </li>
          ))}
        </ul>
        <Button
          variant="ghost"
          className="mt-3 -ms-3"
          disabled={state.groupSize === 0}
          onClick={() => act({ kind: 'skipUpgrade' })}
        >
          No thank you
        </Button>
      </section>
    </>
  )
}
