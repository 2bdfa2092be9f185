import { Skeleton, SkeletonGroup } from '@foyer/ui'
import type {
  StripeElements,
  StripePaymentElement,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { onThemeChange, readAppearance } from './card-appearance.ts'
import type { CardSetup } from './payment-setup.ts'

/** What the page can do with the card form. */
export interface CardHandle {
  /** Null until the form is ready. */
  elements: StripeElements | null
  focus: () => void
}

interface CardFormProps {
  setup: CardSetup
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

interface Mounted {
  elements: StripeElements
  card: StripePaymentElement
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The provider's own form. Card data stays inside it and never reaches this page. */
export function CardForm(props: CardFormProps) {
  const { setup, isLocked, ref } = props
  const { stripe, clientSecret, isFormReady, setFormReady, isCurrent, revision } = setup
  const container = useRef<HTMLDivElement>(null)
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const reportReady = useEffectEvent(() => {
    setFormReady(clientSecret)
    props.onReady()
  })
  const reportFailed = useEffectEvent(props.onFailed)

  useEffect(() => {
    const life = new AbortController()
    const mount = async () => {
      // Each step in its own task, because together they would delay what a buyer is typing.
      await nextTask()
      const appearance = readAppearance()
      await nextTask()
      if (life.signal.aborted || !container.current) return
      const elements = stripe.elements({ clientSecret, appearance })
      const card = elements.create('payment', OPTIONS)
      card.on('ready', () => reportReady())
      card.on('loaderror', () => reportFailed())
      card.mount(container.current)
      setMounted({ elements, card })
      const stop = onThemeChange(() => elements.update({ appearance: readAppearance() }))
      life.signal.addEventListener('abort', () => {
        stop()
        card.destroy()
      })
    }
    void mount()
    return () => {
      life.abort()
      setFormReady(null)
    }
  }, [stripe, clientSecret, setFormReady])

  useEffect(() => {
    mounted?.card.update({ readOnly: isLocked })
  }, [mounted, isLocked])

  // Makes the form read the intent's new total, which it read before when it was mounted. What was
  // typed stays in it.
  const shown = useRef(revision)
  useEffect(() => {
    if (!mounted || !isCurrent || shown.current === revision) return
    shown.current = revision
    void mounted.elements.fetchUpdates().then(({ error }) => {
      if (error) reportFailed()
    })
  }, [mounted, isCurrent, revision])

  useImperativeHandle(
    ref,
    () => ({
      elements: isFormReady && mounted ? mounted.elements : null,
      focus: () => mounted?.card.focus(),
    }),
    [mounted, isFormReady],
  )
  return (
    <div className="relative min-h-56">
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
