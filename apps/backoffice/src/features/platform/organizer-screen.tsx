import type { OperatedOrganizer } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge, Button, buttonStyle, Notice } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { Section } from '../../shared/page.tsx'
import { agoText, dayText, exactText } from '../../shared/time.ts'
import { DayBars } from './day-bars.tsx'
import { FeeDialog, feeText } from './fee-dialog.tsx'
import { ACCOUNTS, OWED, STATES } from './organizer-states.ts'
import { Pending, PlatformPage } from './platform-page.tsx'
import { operatedQuery } from './platform-queries.ts'
import { ResumeDialog, SuspendDialog } from './suspend-dialogs.tsx'
import { TrialDialog } from './trial-dialog.tsx'

/** One organizer: what it sells and owes, and the terms that operators set. */
export function OrganizerScreen({ slug }: { slug: string }) {
  const query = useQuery(operatedQuery(slug))
  const organizer = query.data
  return (
    <PlatformPage
      title={organizer?.name ?? 'Organizer'}
      description={
        organizer && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={STATES[organizer.state].tone}>{STATES[organizer.state].name}</Badge>
            <span>/{organizer.slug}</span>
          </span>
        )
      }
      actions={
        organizer && (
          <>
            <Link {...paths.platformLog({ organizer: slug })} className={buttonStyle('quiet')}>
              Its log
            </Link>
            <a href={organizer.siteUrl} className={buttonStyle()}>
              Open the shop
              <ExternalLink aria-hidden="true" className="size-4" />
            </a>
          </>
        )
      }
    >
      <Pending of={query} what="The organizer" />
      {organizer && (
        <>
          <Stopped organizer={organizer} />
          <Sales organizer={organizer} />
          <Terms organizer={organizer} />
          <Account organizer={organizer} />
          <Owes organizer={organizer} />
          <Contact organizer={organizer} />
        </>
      )}
    </PlatformPage>
  )
}

type Part = { organizer: OperatedOrganizer }

function Stopped({ organizer: { state, terms } }: Part) {
  if (state === 'suspended' && terms.suspension) {
    const { at, reason } = terms.suspension
    return (
      <Notice
        tone="danger"
        announce="none"
        className="mb-8"
        title={`Suspended since ${dayText(at)}`}
      >
        “{reason}” The shop sells nothing new. Carts that are held can be paid, and orders can be
        looked up and changed.
      </Notice>
    )
  }
  if (state !== 'trial_ended' || !terms.trialUntil) return null
  return (
    <Notice
      tone="warning"
      announce="none"
      className="mb-8"
      title={`The trial ended on ${dayText(terms.trialUntil)}`}
    >
      The shop sells nothing new until you set another end, or none, which is your yes to its live
      sales.
    </Notice>
  )
}

function Sales({ organizer: { last30Days, total, days, countedAt } }: Part) {
  return (
    <Section
      title="What it sells"
      description={
        countedAt ? (
          <>
            Counted{' '}
            <time dateTime={countedAt} title={exactText(countedAt)}>
              {agoText(countedAt)}
            </time>
            ; what was sold in the last minutes follows.
          </>
        ) : (
          'Nothing was counted yet. A job does it within minutes of a sale.'
        )
      }
    >
      <DayBars days={days} />
      <div className="office-table mt-5 max-w-2xl">
        <table className="w-full border-collapse text-sm" aria-label="Sales">
          <thead>
            <tr className="text-xs text-muted">
              {['', 'Tickets', 'Charged', 'Refunded', 'Platform fee'].map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-4 pb-1.5 font-semibold ${index > 0 ? 'text-end' : 'text-start'}`}
                >
                  {head || <span className="sr-only">Time</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-edge border-t border-edge">
            <FigureRows name="Last 30 days" figures={last30Days} />
            <FigureRows name="In total" figures={total} />
          </tbody>
        </table>
      </div>
    </Section>
  )
}

/** On a phone each row is a card, whose cells say what they are. */
function FigureRows({ name, figures }: { name: string; figures: OperatedOrganizer['total'] }) {
  if (figures.length === 0) {
    return (
      <tr>
        <td className="py-2 font-semibold md:font-normal">{name}</td>
        <td colSpan={4} className="py-2 text-muted md:text-end">
          Nothing
        </td>
      </tr>
    )
  }
  return figures.map(({ currency, tickets, chargedMinor, refundedMinor, platformFeeMinor }) => (
    <tr key={currency}>
      <td className="py-2 font-semibold md:font-normal">{name}</td>
      <Figure name="Tickets">{tickets.toLocaleString('en-US')}</Figure>
      <Figure name="Charged">{formatAmount(chargedMinor, currency)}</Figure>
      <Figure name="Refunded">{formatAmount(refundedMinor, currency)}</Figure>
      <Figure name="Platform fee">{formatAmount(platformFeeMinor, currency)}</Figure>
    </tr>
  ))
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <td data-label={name} className="figures py-2 ps-4 whitespace-nowrap md:text-end">
    {children}
  </td>
)

type DialogName = 'fee' | 'trial' | 'suspend' | 'resume'

function Terms({ organizer }: Part) {
  const { terms, paymentMode, state } = organizer
  const [open, setOpen] = useState<DialogName | null>(null)
  const close = () => setOpen(null)
  const isSuspended = state === 'suspended'
  return (
    <Section
      title="Terms"
      description="What you decide about this organizer. Its team reads each change in its audit log."
    >
      <dl className="divide-y divide-edge rounded-lg border border-edge text-sm">
        <Term name="Platform fee" action="Change the fee" onAct={() => setOpen('fee')}>
          {feeText(terms.fee ?? organizer.defaultFee, organizer.currency)}
          {terms.fee === null && <span className="text-muted"> (the default)</span>}
          {paymentMode === 'own' && (
            <span className="block text-muted">
              Not used: payments are made with the keys of this installation.
            </span>
          )}
        </Term>
        <Term name="Trial" action="Change the trial" onAct={() => setOpen('trial')}>
          {terms.trialUntil
            ? `Until ${dayText(terms.trialUntil)}`
            : 'None: it may sell without end'}
        </Term>
        <Term
          name="Suspension"
          action={isSuspended ? 'Let it sell again' : 'Suspend'}
          isDanger={!isSuspended}
          onAct={() => setOpen(isSuspended ? 'resume' : 'suspend')}
        >
          {terms.suspension ? `Since ${dayText(terms.suspension.at)}` : 'Not suspended'}
        </Term>
      </dl>
      <FeeDialog
        key={`fee ${terms.version}`}
        organizer={organizer}
        open={open === 'fee'}
        onClose={close}
      />
      <TrialDialog
        key={`trial ${terms.version}`}
        organizer={organizer}
        open={open === 'trial'}
        onClose={close}
      />
      <SuspendDialog organizer={organizer} open={open === 'suspend'} onClose={close} />
      <ResumeDialog organizer={organizer} open={open === 'resume'} onClose={close} />
    </Section>
  )
}

function Term({
  name,
  action,
  isDanger,
  onAct,
  children,
}: {
  name: string
  action: string
  isDanger?: boolean
  onAct: () => void
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <dt className="w-32 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 basis-48">{children}</dd>
      <dd>
        <Button variant={isDanger ? 'danger' : 'quiet'} onClick={onAct}>
          {action}
        </Button>
      </dd>
    </div>
  )
}

function Account({ organizer: { account, accountDetails } }: Part) {
  if (account === null) return null
  return (
    <Section title="Payment account" description="Its own account at Stripe, where buyers pay.">
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={ACCOUNTS[account].tone}>{ACCOUNTS[account].name}</Badge>
          {accountDetails && (
            <>
              <span className="figures break-all text-muted">{accountDetails.id}</span>
              <span className="text-muted">Asked {agoText(accountDetails.checkedAt)}</span>
            </>
          )}
        </p>
        {accountDetails && accountDetails.wanted.length > 0 && (
          <div>
            <p>
              Stripe wants
              {accountDetails.wantedBy && ` until ${dayText(accountDetails.wantedBy)}`}:
            </p>
            <ul className="mt-1 list-disc ps-5 text-muted">
              {accountDetails.wanted.map((wanted) => (
                <li key={wanted}>{wanted}</li>
              ))}
            </ul>
          </div>
        )}
        {accountDetails?.balances?.map(({ currency, amountMinor }) => (
          <p key={currency}>
            Balance, with what is not available yet:{' '}
            <span className={`figures font-semibold ${amountMinor < 0 ? 'text-danger-text' : ''}`}>
              {formatAmount(amountMinor, currency)}
            </span>
          </p>
        ))}
      </div>
    </Section>
  )
}

const DISPUTES = {
  opened: { tone: 'warning', name: 'Open' },
  won: { tone: 'success', name: 'Won' },
  lost: { tone: 'danger', name: 'Lost' },
} as const

function Owes({ organizer: { owes, disputes } }: Part) {
  return (
    <Section
      title="What it owes"
      description="As far as it is known here. The platform’s fee is taken from each payment, so it is never owed."
    >
      {owes.length === 0 ? (
        <p className="text-sm text-muted">Nothing is known that it owes.</p>
      ) : (
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          {owes.map(({ kind, currency, amountMinor }) => (
            <div key={kind + currency}>
              <dt className="text-sm text-muted">{OWED[kind]}</dt>
              <dd className="figures font-display text-title font-bold text-danger-text">
                {formatAmount(amountMinor, currency)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {disputes.length > 0 && (
        <ul
          aria-label="Disputes"
          className="mt-5 divide-y divide-edge rounded-lg border border-edge text-sm"
        >
          {disputes.map(({ id, state, amountMinor, currency }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <Badge tone={DISPUTES[state].tone}>{DISPUTES[state].name}</Badge>
              <span className="figures">{formatAmount(amountMinor, currency)}</span>
              <span className="figures ms-auto break-all text-xs text-muted">{id}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Contact({ organizer: { owners, supportEmail } }: Part) {
  return (
    <Section
      title="Who answers for it"
      description="The owners of its team, and its public address."
    >
      <ul className="flex flex-col gap-1.5 text-sm">
        {owners.map(({ name, email }) => (
          <li key={email} className="break-words">
            {name},{' '}
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          </li>
        ))}
        {owners.length === 0 && <li className="text-muted">Nobody owns it yet.</li>}
        <li className="text-muted">
          Support:{' '}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
        </li>
      </ul>
    </Section>
  )
}
