import { type OrderView, tickets } from '@foyer/contract'
import { Button, buttonStyle, notify } from '@foyer/ui'
import { WalletCards } from '@foyer/ui/icons'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type OrderAccess, useOrder } from '../../data/orders/use-order.ts'
import type { OrderCredential } from '../../data/queries.ts'
import { files } from '../../routing/files.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { type AppContext, useApp } from '../../shared/app-context.tsx'

interface AppleWalletLinkProps {
  orderId: string
  ticket: OrderView['tickets'][number]
  credential: OrderCredential
  className?: string
}

/** A ticket as an Apple Wallet pass. Hidden if the organizer has no certificate to sign it. */
export function AppleWalletLink({ orderId, ticket, credential, className }: AppleWalletLinkProps) {
  const app = useApp()
  const { data: wallets } = useQuery(walletsQuery(app))
  if (!wallets?.apple || ticket.isCancelled) return null
  return (
    <a
      href={files.applePass(app, orderId, ticket.id, credential)}
      className={buttonStyle('quiet', 'md', className)}
    >
      <WalletCards aria-hidden="true" className="size-4" />
      Add to Apple Wallet
    </a>
  )
}

interface OrderWalletsProps {
  order: OrderView
  credential: OrderCredential
}

/** Both wallets, for all tickets of an order: Apple's has a pass for each, so several are added one by one. */
export function OrderWallets({ order, credential }: OrderWalletsProps) {
  const { id } = order.order
  const { data: wallets } = useQuery(walletsQuery(useApp()))
  const valid = order.tickets.filter((ticket) => !ticket.isCancelled)
  const [only, ...others] = valid
  return (
    <>
      {only && others.length === 0 && (
        <AppleWalletLink orderId={id} ticket={only} credential={credential} />
      )}
      {others.length > 0 && wallets?.apple && (
        <Link {...paths.orderTickets(id, credential)} className={buttonStyle('quiet')}>
          <WalletCards aria-hidden="true" className="size-4" />
          Add to Apple Wallet
        </Link>
      )}
      <GoogleWalletButton orderId={id} credential={credential} />
      {wallets?.isDemo && only && (
        <p className="self-center text-xs text-muted">Demo pass: not signed by Apple or Google</p>
      )}
    </>
  )
}

interface GoogleWalletButtonProps {
  orderId: string
  credential: OrderCredential
}

/** Saves all tickets of an order. Hidden if the organizer has no Google Wallet account. */
function GoogleWalletButton({ orderId, credential }: GoogleWalletButtonProps) {
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

/**
 * Opens an order once it is known which wallets take its tickets, because their buttons would move
 * the page later. A stored order does not wait: it is what a phone without a connection shows.
 */
export function useOrderWithWallets(orderId: string, linked: OrderCredential): OrderAccess {
  const access = useOrder(orderId, linked)
  const { isLoading } = useQuery(walletsQuery(useApp()))
  return isLoading && access.shown.kind === 'found' && !access.shown.isSaved
    ? { ...access, shown: { kind: 'loading' } }
    : access
}

/** The wallets that the organizer supports; the same for every buyer. */
const walletsQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => call(tickets.getWallets, { signal }),
  })
