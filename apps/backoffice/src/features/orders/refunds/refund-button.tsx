import { Button } from '@foyer/ui'
import { useState } from 'react'
import { RefundDialog } from './refund-dialog.tsx'

interface RefundButtonProps {
  organizer: { slug: string; locale: string }
  orderId: string
  orderNumber: string
}

/** Opens the dialog in which an order is refunded. */
export function RefundButton(props: RefundButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Refund…</Button>
      <RefundDialog {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
