import { Elements, PaymentElement, useElements } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js'
import { type Ref, useImperativeHandle, useState } from 'react'
import { useCardAppearance } from './card-appearance.ts'
import { CardSkeleton } from './card-skeleton.tsx'

/** What the page does with the card form. */
export interface CardHandle {
  /** Null until the form can be typed into. */
  elements: StripeElements | null
  focus: () => void
}

interface CardFormProps {
  stripe: Stripe
  clientSecret: string
  /** A payment is under way: shown, not changed. */
  isLocked: boolean
  onReady: () => void
  onFailed: () => void
  ref: Ref<CardHandle>
}

/** The provider's own form. Card data stays inside of it and never reaches this page. */
export default function CardForm({ stripe, clientSecret, ...rest }: CardFormProps) {
  const appearance = useCardAppearance()
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <CardFields {...rest} />
    </Elements>
  )
}

const OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  // Name, e-mail, phone and address are asked once, by our own form.
  fields: { billingDetails: 'never' },
}

function CardFields({
  isLocked,
  onReady,
  onFailed,
  ref,
}: Omit<CardFormProps, 'stripe' | 'clientSecret'>) {
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  useImperativeHandle(
    ref,
    () => ({
      elements: isReady ? elements : null,
      focus: () => elements?.getElement('payment')?.focus(),
    }),
    [elements, isReady],
  )
  return (
    <div className="relative min-h-56">
      {!isReady && (
        <div className="absolute inset-0">
          <CardSkeleton />
        </div>
      )}
      <PaymentElement
        id="checkout-card"
        options={{ ...OPTIONS, readOnly: isLocked }}
        onReady={() => {
          setReady(true)
          onReady()
        }}
        onLoadError={onFailed}
      />
    </div>
  )
}
