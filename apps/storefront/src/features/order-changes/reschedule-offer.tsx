import type { ChangeQuote, OutputOf, orderChanges } from '@foyer/contract'
import { formatAmount, toMajor } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { PolicyTermsText } from '../../shared/order/policy-terms.tsx'
import { ChangePrice } from './change-price.tsx'
import { payLabelOf } from './payment/change-payment.tsx'
import type { RequestedChange } from './payment/pending-change.ts'
import type { Change } from './payment/use-change.ts'

type RescheduleQuote = OutputOf<typeof orderChanges.quoteReschedule>

interface RescheduleOfferProps extends Change {
  quote: RescheduleQuote
  /** False while it is read again. */
  isFresh: boolean
  request: RequestedChange
  zone: string
  shownDifference: string | undefined
  /** Leads to the other times. */
  wayOn: ReactNode
}

/** The price of a reschedule and its terms, and the press that confirms it if nothing is due. */
export function RescheduleOffer(props: RescheduleOfferProps) {
  const { quote, isFresh, request, zone, shownDifference, wayOn, state, machine } = props
  const { locale } = useApp().tenant
  const { change, hasRoom, policy } = quote
  const { dueMinor, currency } = request
  const isQuoted = state.step === 'quoted'
  const isOffered = isQuoted && hasRoom
  // The card form opens by itself, once for each amount: an outdated quote must not ask again and again.
  const opened = useRef<number | null>(null)
  const open = useEffectEvent(() => {
    if (opened.current === dueMinor) return
    opened.current = dueMinor
    machine.start(request)
  })
  useEffect(() => {
    if (isOffered && isFresh && dueMinor > 0) open()
  }, [isOffered, isFresh, dueMinor])

  return (
    <>
      <div className="my-6">
        <ChangePrice
          change={change}
          beforeLabel="Your booking now"
          afterLabel="With the new time"
        />
        <p className="mt-3 text-sm text-muted">
          {`${meaningOf(change, locale)} Your tickets get new codes, and the old ones stop working.`}
        </p>
        <div className="mt-2">
          <PolicyTermsText
            terms={policy}
            currency={currency}
            zone={zone}
            locale={locale}
            kind="reschedule"
          />
        </div>
      </div>
      {hasOtherPrice(change, shownDifference) && (
        <Notice tone="warning" title="The price has changed" announce="status" className="mb-6">
          It is not the one that you saw when you chose this time. The amounts above are today’s.
        </Notice>
      )}
      {isQuoted && !hasRoom && (
        <Notice
          tone="warning"
          title="This time has too few tickets left"
          announce="status"
          actions={wayOn}
        >
          Your booking is as it was.
        </Notice>
      )}
      {isQuoted && state.problem && (
        <Notice tone="warning" title={state.problem.title} announce="alert" className="mb-6">
          {state.problem.message}
        </Notice>
      )}
      {isOffered && (
        <Button
          variant="primary"
          size="lg"
          className="mt-2 w-full sm:w-auto sm:min-w-72"
          onClick={() => machine.start(request)}
        >
          {dueMinor > 0 ? payLabelOf(request, locale) : 'Complete Reschedule'}
        </Button>
      )}
    </>
  )
}

/** What the difference means for the buyer. */
function meaningOf(change: ChangeQuote, locale: string): string {
  const { differenceMinor, dueMinor, refundMinor, isWaived, after } = change
  const amount = (minor: number) => formatAmount(minor, after.currency, locale)
  if (dueMinor > 0) return 'The difference is due now.'
  if (isWaived) {
    return `A difference of ${amount(differenceMinor)} is too small to be charged, so it is waived.`
  }
  if (refundMinor > 0) return `${amount(refundMinor)} is refunded to the card you paid with.`
  if (differenceMinor < 0) return 'The new time costs less; what you paid stays with your order.'
  return 'You pay nothing for the new time.'
}

/** Compared as amounts: '10' and '10.00' are one. A cheaper time, '-24', has nothing to pay. */
function hasOtherPrice(
  { dueMinor, after }: { dueMinor: number; after: { currency: string } },
  shown: string | undefined,
): boolean {
  return shown !== undefined && Math.max(0, Number(shown)) !== toMajor(dueMinor, after.currency)
}
