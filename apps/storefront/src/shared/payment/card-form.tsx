import { Skeleton, SkeletonGroup } from '@foyer/ui'
import type {
  StripeElements,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { CardSetup } from './payment-setup.ts'

/** What the page can do with the card form. */
export interface CardHandle {
  /** Null until the form is ready. */
  elements: StripeElements | null
  /** Everything is filled in, as far as the provider has said. */
  isComplete: () => boolean
  focus: () => void
}

interface CardFormProps {
  setup: CardSetup
  /** The group that the form becomes a part of; null until it is made. */
  elements: StripeElements | null
  /** The wallets are above the form, in an express checkout, and not in the form. */
  hasExpress: boolean
  /** A payment is under way: the form is shown and cannot be changed. */
  isLocked: boolean
  onReady: () => void
  onFailed: () => void
  ref: Ref<CardHandle>
}

const OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  // Our own form asks for name, e-mail, phone and address.
  fields: { billingDetails: 'never' },
}

const WITHOUT_WALLETS: StripePaymentElementOptions = {
  ...OPTIONS,
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
}

/** The id of the box around the form, for an error summary that links to it. */
export const CARD_FORM_ID = 'card-form'

/** The provider's own form. Card data stays inside it and never reaches this page. */
export function CardForm({ setup, elements, hasExpress, isLocked, ref, ...props }: CardFormProps) {
  const { clientSecret, isFormReady, setFormReady } = setup
  const container = useRef<HTMLDivElement>(null)
  const isComplete = useRef(false)
  const [card, setCard] = useState<StripePaymentElement | null>(null)
  const reportReady = useEffectEvent(() => {
    setFormReady(clientSecret)
    props.onReady()
  })
  const reportFailed = useEffectEvent(props.onFailed)

  useEffect(() => {
    if (!elements || !container.current) return
    const made = elements.create('payment', hasExpress ? WITHOUT_WALLETS : OPTIONS)
    made.on('ready', () => reportReady())
    made.on('loaderror', () => reportFailed())
    made.on('change', ({ complete }) => {
      isComplete.current = complete
    })
    made.mount(container.current)
    setCard(made)
    return () => {
      made.destroy()
      setCard(null)
      setFormReady(null)
    }
  }, [elements, hasExpress, setFormReady])

  useEffect(() => {
    card?.update({ readOnly: isLocked })
  }, [card, isLocked])

  useImperativeHandle(
    ref,
    () => ({
      elements: isFormReady && card ? elements : null,
      isComplete: () => isComplete.current,
      focus: () => card?.focus(),
    }),
    [elements, card, isFormReady],
  )
  return (
    <div id={CARD_FORM_ID} tabIndex={-1} className="relative min-h-56 rounded-md">
      {!isFormReady && (
        <div className="absolute inset-0">
          <CardSkeleton />
        </div>
      )}
      <div ref={container} />
    </div>
  )
}

/** The shape of the card form: a tab, the number, then expiry and code side by side. */
export function CardSkeleton() {
  return (
    <SkeletonGroup label="Loading the card form" className="flex min-h-56 flex-col gap-5">
      <Skeleton className="h-16 w-32 rounded-md" />
      <Skeleton className="h-12 w-full rounded-md" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-12 rounded-md" />
        <Skeleton className="h-12 rounded-md" />
      </div>
    </SkeletonGroup>
  )
}
