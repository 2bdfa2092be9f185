import type { CartView } from '@foyer/contract'
import { Button, buttonStyle, Notice } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../../app-context.tsx'
import { paths } from '../../../paths.ts'
import { LeavingSoon } from '../../../shared/leaving-soon.tsx'
import { OrderStub } from '../order-stub.tsx'
import { flowSearchOf } from './flow-search.ts'
import { type HoldAgainOutcome, type HoldChange, holdAgain } from './hold-again.ts'

interface HoldExpiredProps {
  /** What was held; null where nobody remembers, and then there is nothing to hold again. */
  last: CartView | null
  onHeld: (cart: CartView, change: HoldChange) => void
}

/** The end of a hold as a page of its own: nothing chosen or typed is lost, one press holds again. */
export function HoldExpired({ last, onHeld }: HoldExpiredProps) {
  const { call, tenant } = useApp()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Extract<HoldAgainOutcome, { kind: 'refused' }> | null>(
    null,
  )
  useEffect(() => heading.current?.focus(), [])

  const hold = async (cart: CartView) => {
    setBusy(true)
    const outcome = await holdAgain(call, cart, tenant.locale)
    setBusy(false)
    if (outcome.kind === 'held') onHeld(outcome.cart, outcome.change)
    else setRefusal(outcome)
  }

  return (
    <div className="grid items-start gap-x-12 gap-y-10 py-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-20">
      <div>
        <h1 ref={heading} tabIndex={-1} className="font-display text-title font-bold">
          Cart Hold Expired
        </h1>
        <p className="mt-3 max-w-prose text-base">Your cart hold has expired. Please start over.</p>
        {last && (
          <p className="mt-2 max-w-prose text-muted">
            Nothing was charged. Your selection and what you typed are kept: if the tickets are
            still there, you can hold them again and go on where you were.
          </p>
        )}
        {refusal && (
          <Notice
            tone="warning"
            announce="alert"
            className="mt-6"
            title={refusal.message}
            actions={
              last &&
              refusal.isOtherTimeWorthIt && (
                <Link
                  {...paths.eventTime(last.eventId, flowSearchOf(last))}
                  className={buttonStyle('quiet')}
                >
                  Choose another time
                </Link>
              )
            }
          />
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          {last && (
            <Button
              variant="primary"
              size="lg"
              busy={isBusy}
              busyLabel="Holding…"
              onClick={() => void hold(last)}
            >
              Hold again
            </Button>
          )}
          <Link {...paths.events()} className={buttonStyle(last ? 'quiet' : 'primary', 'lg')}>
            Back to Events
          </Link>
        </div>
        <div className="mt-4">
          <LeavingSoon to="the events" onLeave={() => void navigate(paths.events())} />
        </div>
      </div>
      {last && <OrderStub cart={last} stage="choosing" locale={tenant.locale} />}
    </div>
  )
}
