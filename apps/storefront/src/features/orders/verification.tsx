import type { OrderView } from '@foyer/contract'
import { Badge } from '@foyer/ui'
import { CircleCheck } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { type OrderCredential, purchaseQuery } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'

interface VerificationProps {
  order: OrderView
  credential: OrderCredential
}

/** Says that the server, asked anew, counts the same tickets as this page. */
export function Verification({ order, credential }: VerificationProps) {
  const query = useQuery({
    ...purchaseQuery(useApp(), order.order.id, credential),
    refetchOnMount: 'always',
  })
  if (query.isPending) return <Badge role="status">Verifying...</Badge>
  if (query.data?.summary.totalTickets !== order.order.ticketCount) return null
  return (
    <Badge tone="success" role="status">
      <CircleCheck aria-hidden="true" className="size-3.5" />
      API Verified
    </Badge>
  )
}
