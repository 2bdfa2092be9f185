import type { StripeElements } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentSetup } from './payment-setup.ts'

/** The provider's elements of one payment: the card form, and beside it the wallets' buttons. */
export interface ElementsGroup {
  /** Null until there is something to pay, and while the provider's script works. */
  elements: StripeElements | null
  /** An element could not be loaded. */
  isBroken: boolean
  reportBroken: () => void
  /** Makes new elements after a failure. */
  retry: () => void
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Makes the elements of a payment once it is prepared, and keeps theme and total of them current. */
export function useElements(setup: PaymentSetup): ElementsGroup {
  const card = setup.kind === 'ready' ? setup : null
  const { stripe, clientSecret, revision, isCurrent = false } = card ?? {}
  const [elements, setElements] = useState<StripeElements | null>(null)
  const [isBroken, setBroken] = useState(false)
  /** The revision of the intent that the elements show. */
  const shown = useRef(revision)
  const noteRevision = useEffectEvent(() => {
    shown.current = revision
  })

  useEffect(() => {
    if (!stripe || !clientSecret || isBroken) return
    const life = new AbortController()
    const make = async () => {
      const { onThemeChange, readAppearance } = await import('./card-appearance.ts')
      // Each step in its own task, because together they would delay what a buyer is typing.
      await nextTask()
      const appearance = readAppearance()
      await nextTask()
      if (life.signal.aborted) return
      const made = stripe.elements({ clientSecret, appearance })
      noteRevision()
      setElements(made)
      const stop = onThemeChange(() => made.update({ appearance: readAppearance() }))
      life.signal.addEventListener('abort', stop)
    }
    void make().catch(() => setBroken(true))
    return () => {
      life.abort()
      setElements(null)
    }
  }, [stripe, clientSecret, isBroken])

  // Makes the elements read the intent's new total, which they read before when they were mounted.
  // What was typed stays in them.
  useEffect(() => {
    if (!elements || !isCurrent || shown.current === revision) return
    shown.current = revision
    void elements.fetchUpdates().then(({ error }) => {
      if (error) setBroken(true)
    })
  }, [elements, isCurrent, revision])

  return {
    elements,
    isBroken,
    reportBroken: () => setBroken(true),
    retry: () => setBroken(false),
  }
}
