import { HOLD_SECONDS, secondsUntil } from '@foyer/domain'
import { Button, cx, Field, TextInput } from '@foyer/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { link } from '../../routing/address.ts'
import { useNavigate, useSearch } from '../../routing/hooks.ts'
import { randomHex } from '../../shared/browser/random-hex.ts'
import { CountdownStamp } from '../../shared/order/countdown-stamp.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { DemoNotice } from '../demo-notice.tsx'
import { DEMO_EVENT_ID } from '../sample-data.ts'
import { dollars, SAMPLE_ORDER, SampleOrderCard } from '../sample-order.tsx'
import { readDemoSearch } from './demo-search.ts'
import { SECTIONS } from './fields.ts'

/** A static checkout: it asks for everything and calls no server. */
export function DemoCheckoutPage() {
  const { eventId } = useSearch(readDemoSearch)
  const seconds = useCountdown()
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(link('/confirmation/$orderId', { orderId: randomHex().slice(0, 16) }))
  }
  return (
    <div className="mx-auto max-w-page px-4 pt-1 sm:px-6 lg:pt-4">
      <PageHead title="Checkout" isUnlisted />
      <BackLink {...link('/event/$eventId/addons', { eventId: eventId ?? DEMO_EVENT_ID })}>
        Back
      </BackLink>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-16">
        <form onSubmit={submit} autoComplete="on" className="grid max-w-form gap-10">
          <h1 className="font-display text-title font-bold">Checkout</h1>
          <DemoNotice />
          {SECTIONS.map(({ title, fields }) => (
            <section key={title} aria-label={title} className="grid grid-cols-2 gap-x-4 gap-y-5">
              <h2 className="col-span-2 font-display text-lg font-bold">{title}</h2>
              {fields.map(({ label, isHalf, ...input }) => (
                <Field key={label} label={label} className={cx(!isHalf && 'col-span-2')}>
                  <TextInput required {...input} />
                </Field>
              ))}
            </section>
          ))}
          {/* Before hydration a press would submit the form to its own address. */}
          <Button type="submit" variant="primary" size="lg" disabled={!seconds}>
            Complete Purchase - {dollars(SAMPLE_ORDER.totalMinor)}
          </Button>
        </form>
        <aside className="lg:sticky lg:top-6">
          <SampleOrderCard stage="held">
            <CountdownStamp seconds={seconds ?? HOLD_SECONDS}>
              <span className="block">We’re holding your {SAMPLE_ORDER.ticketCount} tickets</span>
            </CountdownStamp>
            <p className="mt-3 text-sm text-muted">Tickets will be sent to your email address</p>
          </SampleOrderCard>
        </aside>
      </div>
    </div>
  )
}

/** Seconds left of 15 minutes since hydration; null before hydration, which disables the button. */
function useCountdown(): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const expiresAt = new Date(Date.now() + HOLD_SECONDS * 1000).toISOString()
    const tick = () => setSeconds(secondsUntil(expiresAt, Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
