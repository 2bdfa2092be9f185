import { Button, Notice } from '@foyer/ui'
import { Lock } from '@foyer/ui/icons'
import { type Ref, useEffect, useRef } from 'react'
import { CardForm, type CardHandle, CardSkeleton } from './card-form.tsx'
import { type PaymentProblem, SETUP_FAILED, type SetupProblem } from './payment-problems.ts'
import type { PaymentSetup } from './payment-setup.ts'
import type { ElementsGroup } from './use-elements.ts'

interface PaymentSectionProps {
  setup: PaymentSetup
  group: ElementsGroup
  /** An express checkout is on the same page. */
  hasExpress?: boolean
  /** Why the last attempt did not go through. */
  problem: PaymentProblem | null
  isLocked: boolean
  /** What a failed attempt left as it was: 'Your tickets are still held.' */
  unchanged: string
  onCardReady: () => void
  card: Ref<CardHandle>
}

/** How the order is paid: the provider's card form, or a notice that no card is needed. */
export function PaymentSection({
  setup,
  group,
  hasExpress = false,
  problem,
  isLocked,
  unchanged,
  onCardReady,
  card,
}: PaymentSectionProps) {
  const { elements, isBroken } = group
  const nothingCharged = `Nothing was charged. ${unchanged}`
  return (
    <section aria-labelledby="checkout-payment" className="flex flex-col gap-4">
      <h2 id="checkout-payment" className="font-display text-lg font-bold">
        Payment
      </h2>
      {problem && <Problem problem={problem} nothingCharged={nothingCharged} />}
      {setup.kind === 'free' && (
        <Notice title="No payment needed">The total is $0, so no card is asked for.</Notice>
      )}
      {setup.kind === 'loading' && <CardSkeleton />}
      {setup.kind === 'blocked' && (
        <SetupFailure
          problem={setup.problem}
          nothingCharged={nothingCharged}
          onRetry={setup.retry}
        />
      )}
      {setup.kind === 'ready' && isBroken && (
        <SetupFailure
          problem={SETUP_FAILED}
          nothingCharged={nothingCharged}
          onRetry={group.retry}
        />
      )}
      {setup.kind === 'ready' && !isBroken && (
        <>
          <CardForm
            setup={setup}
            elements={elements}
            hasExpress={hasExpress}
            isLocked={isLocked}
            onReady={onCardReady}
            onFailed={group.reportBroken}
            ref={card}
          />
          <p className="flex items-start gap-2 text-sm text-muted">
            <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Payment details go straight to the payment provider. We never see or keep them.
          </p>
        </>
      )}
    </section>
  )
}

interface ProblemProps {
  problem: PaymentProblem
  nothingCharged: string
}

/**
 * Why the last attempt did not go through. Takes the focus, unless the card form takes it. The
 * notice appears above the button that was pressed, mostly out of sight, so it scrolls into view.
 */
export function Problem({ problem, nothingCharged }: ProblemProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!problem.isCard) return box.current?.focus()
    // One frame later, because the browser first scrolls to keep what was in view where it was.
    const frame = requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [problem])
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-lg">
      <Notice tone="danger" title={problem.title}>
        {problem.message}
        {problem.advice && <span className="mt-1 block">{problem.advice}</span>}
        {(problem.isCard || problem.wallet) && (
          <span className="mt-1 block text-muted">{nothingCharged}</span>
        )}
      </Notice>
    </div>
  )
}

interface SetupFailureProps {
  problem: SetupProblem
  nothingCharged: string
  onRetry: () => void
}

function SetupFailure({ problem, nothingCharged, onRetry }: SetupFailureProps) {
  return (
    <Notice
      tone="danger"
      title={problem.title}
      actions={problem.isRetryable && <Button onClick={onRetry}>Retry</Button>}
    >
      {problem.message}
      {problem.isRetryable && <span className="mt-1 block text-muted">{nothingCharged}</span>}
      {problem.detail && <span className="mt-1 block text-muted">{problem.detail}</span>}
    </Notice>
  )
}
