import type { OrderView } from '@foyer/contract'
import type { OrderCredential } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'

interface WaiverLineProps {
  orderId: string
  waivers: OrderView['waivers']
  credential: OrderCredential
}

/** Says how many participants have not signed the event's waiver yet; nothing if all have. */
export function WaiverLine({ orderId, waivers, credential }: WaiverLineProps) {
  const missing = waivers ? waivers.needed - waivers.signed : 0
  if (!waivers || missing === 0) return null
  return (
    <p className="mt-2 text-sm">
      {`${missing} of ${waivers.needed} ${waivers.needed === 1 ? 'participant' : 'participants'} ${missing === 1 ? 'has' : 'have'} not signed the waiver yet. `}
      <Link
        {...paths.waiver(orderId, credential)}
        className="font-semibold underline underline-offset-4"
      >
        Sign the waivers
      </Link>
    </p>
  )
}
