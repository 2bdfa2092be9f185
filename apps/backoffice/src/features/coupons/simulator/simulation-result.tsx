import type { SimulatedOrder, Simulation } from '@foyer/contract'
import { Notice } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ruleWarningsQuery } from '../coupon-queries.ts'
import { OrderThen } from './order-then.tsx'
import { SimulatedPrice } from './simulated-price.tsx'
import { SimulatedRules } from './simulated-rules.tsx'

interface SimulationResultProps {
  organizer: { slug: string; locale: string }
  simulation: Simulation | SimulatedOrder
  /** Whether what was asked has been changed since. */
  isOld: boolean
}

const NO_WARNINGS = new Map<string, string>()

/** The answer of the simulator: what is refused, the price, and each rule. It takes the focus. */
export function SimulationResult({ organizer, simulation, isOld }: SimulationResultProps) {
  const { slug, locale } = organizer
  const { at, timeZone, currency, refusal, block, coupon, quote, rules } = simulation
  const { data: warnings = NO_WARNINGS } = useQuery(ruleWarningsQuery(slug))
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer moves the focus again
  useEffect(() => heading.current?.focus(), [simulation])
  const format = { currency, locale }
  const blocking = block && rules.find(({ ruleId }) => ruleId === block.ruleId)
  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-20 font-display text-lg font-bold outline-none"
      >
        Result
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        Bought on {momentAt(at, timeZone, locale)}, by the clocks of the venue.
        {isOld && <strong> You have changed the cart since: simulate it again.</strong>}
      </p>
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {refusal && (
          <Notice tone="warning" title="Buyers cannot choose this">
            They read: ‘{refusal.message}’ {rules.length === 0 && 'So no rule is asked.'}
          </Notice>
        )}
        {block && (
          <Notice tone="warning" title={`Refused by ‘${blocking?.name ?? 'a rule'}’`}>
            The buyer reads: ‘{block.message}’ Without this rule it would cost what follows.
          </Notice>
        )}
        {coupon?.refusal && (
          <Notice tone="warning" title={`The code ${coupon.code} is refused`}>
            The buyer reads: ‘{coupon.refusal.message}’
          </Notice>
        )}
      </div>
      {quote && <SimulatedPrice quote={quote} format={format} />}
      {'order' in simulation && (
        <OrderThen organizer={slug} order={simulation.order} format={format} />
      )}
      {!refusal || rules.length > 0 ? (
        <SimulatedRules rules={rules} warnings={warnings} format={format} />
      ) : null}
    </>
  )
}

const momentAt = (at: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))
