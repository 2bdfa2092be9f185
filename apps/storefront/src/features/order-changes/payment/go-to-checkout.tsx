import { Skeleton } from '@foyer/ui'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../../routing/hooks.ts'
import { checkoutOf, type PendingChange } from './pending-change.ts'

interface GoToCheckoutProps {
  orderId: string
  pending: PendingChange
  /** The page that is left is no step to go back to. */
  replace?: boolean
}

/** Leads to the page on which an interrupted payment is finished, whatever was opened instead of it. */
export function GoToCheckout({ orderId, pending, replace = false }: GoToCheckoutProps) {
  const navigate = useNavigate()
  const leave = useEffectEvent(
    () => void navigate({ ...checkoutOf(orderId, pending), ...(replace && { replace }) }),
  )
  useEffect(() => leave(), [])
  return <Skeleton className="h-80 max-w-form" />
}
