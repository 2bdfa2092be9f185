import { tickets } from '@foyer/contract'
import { Button, notify } from '@foyer/ui'
import { WalletCards } from '@foyer/ui/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { OrderCredential } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { walletsQuery } from './wallets-query.ts'

interface GoogleWalletButtonProps {
  orderId: string
  credential: OrderCredential
}

/** Saves all tickets of an order; not there where the organizer has no Google account for it. */
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
