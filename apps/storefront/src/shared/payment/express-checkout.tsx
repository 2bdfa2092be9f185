import { Skeleton } from '@foyer/ui'
import type {
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApp } from '../app-context.tsx'

/** A payment that the buyer has confirmed in a wallet's own sheet. */
export interface WalletPayment {
  /** 'Apple Pay'. */
  name: string
  /** The contact and address that the wallet shares. */
  billing: StripeExpressCheckoutElementConfirmEvent['billingDetails']
  /** Ends the sheet with a reason, if the payment cannot be made. */
  fail: (message: string) => void
}

export interface ExpressCheckoutProps {
  /** Null until the payment is prepared. */
  elements: StripeElements | null
  /** Whether the payment is prepared over the total that is shown. Until then a pressed wallet waits. */
  isPrepared: boolean
  /**
   * Called before a wallet opens; its sheet then shows the total of that moment. False while a payment
   * is under way.
   */
  onOpen: () => boolean
  /** What a wallet should share besides its card. */
  shares: Pick<
    StripeExpressCheckoutElementOptions,
    'emailRequired' | 'phoneNumberRequired' | 'billingAddressRequired'
  >
  onConfirm: (payment: WalletPayment) => void
  /** Why the last payment by a wallet did not go through. */
  problem?: ReactNode
  /** Takes the room of the buttons where no wallet can be used, so that nothing moves. */
  without: ReactNode
}

const WALLET_NAMES: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
}

const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  layout: { maxColumns: 3, maxRows: 1, overflow: 'auto' },
  paymentMethods: { amazonPay: 'never', paypal: 'never', klarna: 'never' },
}

/** The provider opens no wallet that is answered later than a second after its press. */
const PATIENCE_MS = 800

const NOTES = {
  open: 'or pay by card',
  waiting: 'Preparing your payment…',
  late: 'Still preparing your payment. Press the button again in a moment.',
  ready: 'Your payment is ready. Press the button again.',
}

/** A press of a wallet that waits for its payment. */
interface Press {
  resolve: () => void
  reject: () => void
}

/** The fast ways to pay, a button for each wallet that this browser has, above the form for cards. */
export default function ExpressCheckout({
  elements,
  shares,
  problem,
  without,
  isPrepared,
  onOpen,
  onConfirm,
}: ExpressCheckoutProps) {
  const { name: business } = useApp().tenant
  const container = useRef<HTMLDivElement>(null)
  const [offer, setOffer] = useState<'unknown' | 'wallets' | 'none'>('unknown')
  const confirm = useEffectEvent(onConfirm)
  const [note, setNote] = useState<keyof typeof NOTES>('open')
  const pressed = useRef<Press>(null)
  const open = ({ resolve, reject }: Press) => {
    pressed.current = null
    setNote('open')
    if (onOpen()) resolve()
    else reject()
  }
  const press = useEffectEvent((made: Press) => {
    if (isPrepared) return open(made)
    pressed.current?.reject()
    pressed.current = made
    setNote('waiting')
    setTimeout(() => {
      if (pressed.current !== made) return
      pressed.current = null
      made.reject()
      setNote('late')
    }, PATIENCE_MS)
  })
  const openPressed = useEffectEvent(() => {
    if (pressed.current) open(pressed.current)
    else setNote((shown) => (shown === 'late' ? 'ready' : shown))
  })
  useEffect(() => {
    if (isPrepared) openPressed()
  }, [isPrepared])
  const options = useEffectEvent((): StripeExpressCheckoutElementOptions => {
    const isLight = document.documentElement.classList.contains('light')
    const theme = isLight ? 'black' : 'white'
    const buttonTheme = { applePay: theme, googlePay: theme } as const
    return { ...OPTIONS, ...shares, business: { name: business }, buttonTheme }
  })

  useEffect(() => {
    if (!elements || !container.current) return
    const express = elements.create('expressCheckout', options())
    express.on('ready', ({ availablePaymentMethods }) =>
      setOffer(availablePaymentMethods ? 'wallets' : 'none'),
    )
    express.on('loaderror', () => setOffer('none'))
    express.on('click', ({ resolve, reject }) => press({ resolve: () => resolve(), reject }))
    express.on('confirm', ({ expressPaymentType, billingDetails, paymentFailed }) =>
      confirm({
        name: WALLET_NAMES[expressPaymentType] ?? 'your wallet',
        billing: billingDetails,
        fail: (message) => paymentFailed({ reason: 'fail', message }),
      }),
    )
    express.mount(container.current)
    return () => express.destroy()
  }, [elements])

  return (
    <section aria-label="Express checkout" className="flex min-h-24 flex-col gap-4">
      {problem}
      {offer === 'none' ? (
        without
      ) : (
        <>
          <div className="relative min-h-12">
            {offer === 'unknown' && <ButtonsSkeleton />}
            <div ref={container} />
          </div>
          <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-edge after:h-px after:flex-1 after:bg-edge">
            <span role="status" className={note === 'open' ? undefined : 'text-text'}>
              {NOTES[note]}
            </span>
          </p>
        </>
      )}
    </section>
  )
}

const ButtonsSkeleton = () => (
  <div className="absolute inset-0 grid grid-cols-3 gap-2">
    <Skeleton className="h-12 rounded-md" />
    <Skeleton className="h-12 rounded-md" />
    <Skeleton className="h-12 rounded-md" />
  </div>
)
