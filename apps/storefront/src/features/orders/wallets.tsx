import { type OrderView, tickets } from '@foyer/contract'
import { Button, buttonStyle, notify } from '@foyer/ui'
import { WalletCards } from '@foyer/ui/icons'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { OrderCredential } from '../../data/queries.ts'
import { files } from '../../routing/files.ts'
import { type AppContext, useApp } from '../../shared/app-context.tsx'

interface AppleWalletLinkProps {
  orderId: string
  ticket: OrderView['tickets'][number]
  credential: OrderCredential
}

/** A ticket as an Apple Wallet pass. Hidden if the organizer has no certificate to sign it. */
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

interface GoogleWalletButtonProps {
  orderId: string
  credential: OrderCredential
}

/** Saves all tickets of an order. Hidden if the organizer has no Google Wallet account. */
export function GoogleWalletButton({ orderId, credential }: GoogleWalletButtonProps) {
  const app = useApp()
  const { data: wallets } = useQuery(walletsQuery(app))
  const save = useMutation({
    mutationFn: () => app.call(tickets.getGooglePass, { params: { orderId }, query: credential }),
    retry: false,
    onSuccess: ({ saveUrl }) => location.assign(saveUrl),
    onError: () =>
      void notify({
        tone: 'danger',
        title: 'Wallet not reached',
        description: 'Your tickets were not saved to Google Wallet. Please try again.',
      }),
  })
  if (!wallets?.google) return null
  return (
    <Button busy={save.isPending} onClick={() => save.mutate()}>
      <WalletCards aria-hidden="true" className="size-4" />
      Add to Google Wallet
    </Button>
  )
}

/** The wallets that the organizer supports; the same for every buyer. */
const walletsQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => call(tickets.getWallets, { signal }),
  })
