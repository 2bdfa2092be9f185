import type { OrderView } from '@foyer/contract'
import { buttonStyle } from '@foyer/ui'
import { WalletCards } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import type { OrderCredential } from '../../data/queries.ts'
import { files } from '../../routing/files.ts'
import { useApp } from '../../shared/app-context.tsx'
import { walletsQuery } from './wallets-query.ts'

interface AppleWalletLinkProps {
  orderId: string
  ticket: OrderView['tickets'][number]
  credential: OrderCredential
}

/** A ticket as a pass; not there where the organizer has no certificate to sign it with. */
export function AppleWalletLink({ orderId, ticket, credential }: AppleWalletLinkProps) {
  const app = useApp()
  const { data: wallets } = useQuery(walletsQuery(app))
  if (!wallets?.apple || ticket.isCancelled) return null
  return (
    <a
      href={files.applePass(app, orderId, ticket.id, credential)}
      className={buttonStyle('quiet', 'md', 'mt-3 print:hidden')}
    >
      <WalletCards aria-hidden="true" className="size-4" />
      Add to Apple Wallet
    </a>
  )
}
