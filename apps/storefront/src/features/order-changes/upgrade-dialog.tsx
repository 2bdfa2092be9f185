import { ApiError, type OrderCard } from '@foyer/contract'
import { knownZone } from '@foyer/domain'
import { Button, Dialog, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useState } from 'react'
import { quoteSince } from '../../data/orders/change-quotes.ts'
import { useApp } from '../../shared/app-context.tsx'
import { notifyOfChange } from '../../shared/order/notify-of-mail.ts'
import { ChangePayment } from './payment/change-payment.tsx'
import { whyNoUpgrades, whyRefused } from './payment/change-problems.ts'
import { GoToCheckout } from './payment/go-to-checkout.tsx'
import { readPendingChange } from './payment/pending-change.ts'
import { UpgradeChoices } from './upgrade-choices.tsx'
import { UPGRADED, UpgradeSummary, UpgradeTotal } from './upgrade-summary.tsx'
import { type UpgradeStep, useUpgrade } from './use-upgrade.ts'

interface UpgradeDialogProps {
  order: OrderCard
  open: boolean
  onClose: () => void
  /** The order was changed: what shows it is out of date. */
  onChanged: () => void
}

const TITLES: Record<UpgradeStep, string> = {
  options: 'Upgrade Tickets',
  payment: 'Pay for Your Upgrade',
  confirm: 'Confirm Upgrade',
  outcome: 'Upgrade Tickets',
}

/** Upgrades tickets of an order. Each opening begins anew with the options. */
export function UpgradeDialog(props: UpgradeDialogProps) {
  const { order, open, onClose } = props
  const read = () => readPendingChange(order.id)
  const [opening, setOpening] = useState(() => ({ isOpen: open, count: 0, interrupted: read() }))
  const { isOpen, count, interrupted } = opening
  if (isOpen !== open) {
    setOpening(
      open
        ? { isOpen: open, count: count + 1, interrupted: read() }
        : { isOpen: open, count, interrupted },
    )
  }
  if (!interrupted) return <Upgrade key={count} {...props} />
  return (
    <Dialog open={open} onClose={onClose} wide title={TITLES.options}>
      {open && <GoToCheckout orderId={order.id} pending={interrupted} />}
    </Dialog>
  )
}

/** Options, then the payment if one is due, then the confirmation. */
function Upgrade({ order, open, onClose, onChanged }: UpgradeDialogProps) {
  const app = useApp()
  const upgrade = useUpgrade(order, open, () => {
    void notifyOfChange(app, { orderId: order.id, credential: { email: order.email } }, UPGRADED)
    onChanged()
    onClose()
  })
  const { options, chosen, state, machine, step, isReviewed } = upgrade
  const { error } = options
  const [openedAt] = useState(() => Date.now())
  const data = quoteSince(openedAt, options)
  const isBusy = state.step === 'authorising' || state.step === 'submitting'
  const frame = {
    open,
    onClose,
    step,
    wide: true,
    dismissable: !isBusy,
    yields: state.step === 'authorising',
  }
  const close = (
    <Button variant="ghost" onClick={onClose}>
      Close
    </Button>
  )

  // Options that were read before are not offered any more once the server refuses to list them.
  const isRefused = error instanceof ApiError && error.status < 500
  if (step === 'options' && error && (isRefused || !data)) {
    return (
      <Dialog
        {...frame}
        title="Unable to Upgrade"
        description={whyNoUpgrades(error)}
        actions={
          <>
            {close}
            {!isRefused && (
              <Button busy={options.isFetching} onClick={() => void options.refetch()}>
                Try Again
              </Button>
            )}
          </>
        }
      >
        {whyRefused(error)}
      </Dialog>
    )
  }
  if (step === 'options' && !data) {
    return (
      <Dialog {...frame} title={TITLES.options} actions={close}>
        <SkeletonGroup label="Loading the upgrade options" className="flex flex-col gap-5">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      </Dialog>
    )
  }
  if (step === 'options' && data?.upgradeOptions.length === 0) {
    return (
      <Dialog
        {...frame}
        title="No Upgrades Available"
        description="No ticket type that costs more is on sale for your tickets."
        actions={close}
      />
    )
  }
  const isFree = chosen?.change.dueMinor === 0
  const toOptions = (
    <Button variant="ghost" onClick={upgrade.toOptions}>
      Back
    </Button>
  )
  return (
    <Dialog
      {...frame}
      isLong
      title={TITLES[step]}
      description={`${order.eventName}, order ${order.orderNumber}`}
      actions={
        step === 'options'
          ? close
          : step === 'confirm' &&
            isFree && (
              <>
                {toOptions}
                <Button variant="primary" onClick={upgrade.confirmFree}>
                  Confirm Upgrade
                </Button>
              </>
            )
      }
    >
      {step === 'options' && data && (
        <>
          {state.step === 'quoted' && state.problem && (
            <Notice tone="danger" title={state.problem.title} className="mb-6">
              {state.problem.message}
            </Notice>
          )}
          <UpgradeChoices
            options={data}
            ticketIds={upgrade.ticketIds}
            onChooseTickets={upgrade.chooseTickets}
            isStale={options.isFetching}
            timeZone={knownZone(order.venueTimezone)}
            onChoose={upgrade.choose}
          />
        </>
      )}
      {step === 'payment' && chosen && <UpgradeTotal {...chosen} />}
      {step === 'confirm' && chosen && <UpgradeSummary {...chosen} />}
      <ChangePayment
        state={state}
        machine={machine}
        back={
          isReviewed ? (
            <Button variant="ghost" disabled={isBusy} onClick={upgrade.toPayment}>
              Back
            </Button>
          ) : (
            toOptions
          )
        }
        wayOn={<Button onClick={upgrade.toOptions}>Back to Options</Button>}
        review={{ isShown: isReviewed, onReview: upgrade.review }}
      />
    </Dialog>
  )
}
