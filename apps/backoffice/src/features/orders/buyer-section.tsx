import { fullName } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { type ReactNode, useState } from 'react'
import { AddressDialog } from './address-dialog.tsx'
import type { OrderPart } from './desk-parts.ts'
import { NameDialog } from './name-dialog.tsx'

/** Contact and billing address, and the correction of a mistyped name or address. */
export function BuyerSection({ organizer, orderId, order, mayChange }: OrderPart) {
  const [isCorrecting, setCorrecting] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const { view, mails } = order
  const { email, phone, billingAddress } = view.order
  // A mail of before the last correction says nothing about the address of now.
  const problem = mails.find(({ to }) => to === email)?.problem
  return (
    <>
      {problem && (
        <Notice tone="warning" title={`The last mail to ${email} did not arrive`} className="mb-4">
          {problem} Ask the buyer to spell the address.
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Name">
          {fullName(view.order)}
          {mayChange && (
            <Button variant="ghost" className="-ms-3 mt-1" onClick={() => setRenaming(true)}>
              Correct the name
            </Button>
          )}
        </Fact>
        <Fact name="E-mail">
          <span className="wrap-anywhere">{email}</span>
          {mayChange && (
            <Button variant="ghost" className="-ms-3 mt-1" onClick={() => setCorrecting(true)}>
              Correct the address
            </Button>
          )}
        </Fact>
        <Fact name="Phone">{phone || 'Not given'}</Fact>
        <Fact name="Billing address">
          {billingAddress
            ? [
                billingAddress.address,
                [billingAddress.zipCode, billingAddress.city, billingAddress.state]
                  .filter(Boolean)
                  .join(' '),
                billingAddress.country,
              ]
                .filter(Boolean)
                .map((line) => (
                  <span key={line} className="block wrap-anywhere">
                    {line}
                  </span>
                ))
            : 'Not needed for this order'}
        </Fact>
      </dl>
      <NameDialog
        open={isRenaming}
        onClose={() => setRenaming(false)}
        organizer={organizer.slug}
        orderId={orderId}
        name={{ firstName: view.order.firstName, lastName: view.order.lastName }}
      />
      <AddressDialog
        open={isCorrecting}
        onClose={() => setCorrecting(false)}
        organizer={organizer.slug}
        orderId={orderId}
        email={email}
      />
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted">{name}</dt>
    <dd className="flex flex-col items-start">{children}</dd>
  </div>
)
