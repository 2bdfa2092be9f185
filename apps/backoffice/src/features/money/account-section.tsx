import { staffApi } from '@foyer/contract'
import { formatAmount, may, type Role } from '@foyer/domain'
import { Badge, Button, buttonStyle, Notice, notify } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Section } from '../../shared/page.tsx'
import { agoText, dayText, exactText } from '../../shared/time.ts'
import { type Account, storeMoney } from './money-queries.ts'

interface AccountSectionProps {
  organizer: { slug: string; role: Role }
  account: Account | null
}

/** Where an account is on its way: its badge, and what that means for buyers. */
const STAGES = {
  started: {
    tone: 'warning',
    name: 'Not finished',
    text: 'Stripe has not been told enough yet. Until then your buyers cannot pay.',
  },
  wanted: { tone: 'warning', name: 'Stripe wants something', text: '' },
  review: {
    tone: 'info',
    name: 'In review',
    text: 'Stripe is checking what you sent. You need to do nothing; this can take a few days.',
  },
  refused: {
    tone: 'danger',
    name: 'Refused',
    text: 'Stripe will not have this account, and decides that by itself. Ask Stripe why, or disconnect it and connect another.',
  },
  ended: {
    tone: 'danger',
    name: 'Access ended',
    text: 'The account no longer lets us take payments for it. Disconnect it here and connect an account again.',
  },
  active: { tone: 'success', name: 'Active', text: '' },
} as const

/** The account that payments are made on, what Stripe still wants, and what can be done about it. */
export function AccountSection({ organizer, account }: AccountSectionProps) {
  return (
    <Section
      title="Your account"
      description="Buyers pay to your own account at Stripe. Stripe asks who you are, keeps your bank account, and pays out to it."
    >
      {account ? (
        <ConnectedAccount organizer={organizer} account={account} />
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p className="max-w-prose text-sm">
            No account is connected. Buyers see your events, but they cannot buy tickets that cost
            something. It takes a few minutes: have your bank account and a document with your name
            at hand.
          </p>
          <ConnectButton organizer={organizer} label="Connect with Stripe" isPrimary />
        </div>
      )}
    </Section>
  )
}

function ConnectedAccount({
  organizer,
  account,
}: {
  organizer: AccountSectionProps['organizer']
  account: Account
}) {
  const { stage, wanted, inReview, dashboardUrl } = account
  const { tone, name, text } = STAGES[stage]
  const [isDisconnecting, setDisconnecting] = useState(false)
  const isOpen = stage !== 'refused' && stage !== 'ended'
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{name}</Badge>
        {!account.isLive && <Badge>Test mode: no real money moves</Badge>}
        <CheckAgain organizer={organizer.slug} checkedAt={account.checkedAt} />
      </div>
      {text && <p className="max-w-prose text-sm">{text}</p>}
      {wanted.length > 0 && (
        <Notice
          tone="warning"
          announce="none"
          title={account.wantedBy ? `Stripe wants by ${dayText(account.wantedBy)}` : 'Stripe wants'}
        >
          <Things list={wanted} />
        </Notice>
      )}
      {inReview.length > 0 && (
        <div className="text-sm">
          <h3 className="font-semibold">Being checked</h3>
          <Things list={inReview} />
        </div>
      )}
      <dl className="divide-y divide-edge border-y border-edge text-sm">
        <Fact name="Buyers can pay">{account.chargesEnabled ? 'Yes' : 'No'}</Fact>
        <Fact name="Stripe pays out to you">{account.payoutsEnabled ? 'Yes' : 'No'}</Fact>
        <Fact name="Fee of this platform">{feeText(account)}</Fact>
        <Fact name="Account">
          <span className="break-all">{account.id}</span>
          {account.country && <span className="text-muted"> · {account.country}</span>}
        </Fact>
        <Fact name="Connected">
          <time dateTime={account.connectedAt} title={exactText(account.connectedAt)}>
            {dayText(account.connectedAt)}
          </time>
        </Fact>
      </dl>
      <div className="flex flex-wrap gap-3">
        {isOpen && stage !== 'active' && (
          <ConnectButton organizer={organizer} label="Continue at Stripe" isPrimary />
        )}
        {dashboardUrl && (
          <a href={dashboardUrl} target="_blank" rel="noreferrer" className={buttonStyle('quiet')}>
            Stripe's dashboard
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        {stage === 'active' && (
          <ConnectButton organizer={organizer} label="Change details at Stripe" />
        )}
        {may(organizer.role, 'money.change') && (
          <Button onClick={() => setDisconnecting(true)}>Disconnect…</Button>
        )}
      </div>
      <Confirm
        open={isDisconnecting}
        onClose={() => setDisconnecting(false)}
        title="Disconnect this account?"
        description="From this moment on nobody can buy from you, until you connect an account again. What was paid stays in this account: refunds and disputes of those orders go on there, and Stripe pays it out. Your account at Stripe is not closed."
        action="Disconnect the account"
        isDanger
        run={async () => {
          const body = { accountId: account.id }
          storeMoney(
            organizer.slug,
            await callOf(organizer.slug)(staffApi.disconnectAccount, { body }),
          )
          notify({ tone: 'success', title: 'The account is disconnected' })
        }}
      />
    </div>
  )
}

/** Leads to Stripe's page, which leads back here. */
export function ConnectButton({
  organizer: { slug, role },
  label,
  isPrimary,
}: {
  organizer: AccountSectionProps['organizer']
  label: string
  isPrimary?: boolean
}) {
  const id = useId()
  const isAllowed = may(role, 'money.change')
  const connecting = useMutation({
    mutationFn: () => callOf(slug)(staffApi.connectAccount, {}),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant={isPrimary ? 'primary' : 'quiet'}
        busy={connecting.isPending || connecting.isSuccess}
        disabled={!isAllowed}
        aria-describedby={isAllowed ? undefined : id}
        onClick={() => connecting.mutate()}
      >
        {label}
      </Button>
      {!isAllowed && (
        <p id={id} className="text-sm text-muted">
          Only an owner decides where the money goes.
        </p>
      )}
      {connecting.isError && <Notice tone="danger">{failureText(connecting.error)}</Notice>}
    </div>
  )
}

function CheckAgain({ organizer, checkedAt }: { organizer: string; checkedAt: string }) {
  const checking = useMutation({
    mutationFn: () => callOf(organizer)(staffApi.refreshAccount, {}),
    onSuccess: (money) => storeMoney(organizer, money),
  })
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted" aria-live="polite">
      {checking.isError ? failureText(checking.error) : `Checked ${agoText(checkedAt)}`}
      <Button variant="ghost" busy={checking.isPending} onClick={() => checking.mutate()}>
        Check again
      </Button>
    </p>
  )
}

function feeText({ platformFee: { ppm, fixedMinor }, currency }: Account): string {
  const parts = [
    ...(ppm > 0 ? [`${ppm / 10_000} %`] : []),
    ...(fixedMinor > 0 ? [formatAmount(fixedMinor, currency ?? 'usd')] : []),
  ]
  if (parts.length === 0) return 'None'
  return `${parts.join(' and ')} of each payment. It goes back with refunds, in proportion.`
}

const Things = ({ list }: { list: readonly string[] }) => (
  <ul className="mt-1 list-disc ps-5">
    {list.map((thing) => (
      <li key={thing}>{thing}</li>
    ))}
  </ul>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)
