import { type ReactNode, useEffect, useRef } from 'react'

interface OutcomeProps {
  title: string
  /** The order, while it is still the buyer's. */
  aside?: ReactNode
  children: ReactNode
}

/** One message as the whole page; its heading takes the focus, so that it is read out. */
export function Outcome({ title, aside, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 py-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
      <div className="max-w-form">
        <h1 ref={heading} tabIndex={-1} className="font-display text-title font-bold">
          {title}
        </h1>
        <div className="mt-5">{children}</div>
      </div>
      {aside}
    </div>
  )
}

/** A reference that the buyer can quote to us or to the bank. */
export function Reference({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <p>
      {`${label}: `}
      <code className="figures break-all select-all">{value}</code>
    </p>
  )
}

/** Where mail is sent; 'you' if this browser does not know it. Never broken at a hyphen. */
export function Address({ email }: { email: string | null }) {
  if (!email) return 'you'
  return <span className="inline-block max-w-full break-all text-text">{email}</span>
}
