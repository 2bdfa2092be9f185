import type {
  Stripe,
  StripeElements,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { onThemeChange, readAppearance } from './card-appearance.ts'
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

const OPTIONS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  // Name, e-mail, phone and address are asked once, by our own form.
  fields: { billingDetails: 'never' },
}

interface Mounted {
  elements: StripeElements
  card: StripePaymentElement
}

/** The provider's own form. Card data stays inside of it and never reaches this page. */
export function CardForm(props: CardFormProps) {
  const { stripe, clientSecret, isLocked, ref } = props
  const place = useRef<HTMLDivElement>(null)
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const [isReady, setReady] = useState(false)
  const tellReady = useEffectEvent(() => {
    setReady(true)
    props.onReady()
  })
  const tellFailed = useEffectEvent(props.onFailed)

  useEffect(() => {
    if (!place.current) return
    const elements = stripe.elements({ clientSecret, appearance: readAppearance() })
    const card = elements.create('payment', OPTIONS)
    card.on('ready', () => tellReady())
    card.on('loaderror', () => tellFailed())
    card.mount(place.current)
    setMounted({ elements, card })
    const stop = onThemeChange(() => elements.update({ appearance: readAppearance() }))
    return () => {
      stop()
      card.destroy()
      setReady(false)
    }
  }, [stripe, clientSecret])

  useEffect(() => {
    mounted?.card.update({ readOnly: isLocked })
  }, [mounted, isLocked])

  useImperativeHandle(
    ref,
    () => ({
      elements: isReady && mounted ? mounted.elements : null,
      focus: () => mounted?.card.focus(),
    }),
    [mounted, isReady],
  )
  return (
    <div className="relative min-h-56">
      {!isReady && (
        <div className="absolute inset-0">
          <CardSkeleton />
        </div>
      )}
      <div ref={place} />
    </div>
  )
}
