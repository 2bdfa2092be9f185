import type { Me, OutputOf, staffApi } from '@foyer/contract'
import { may, ROLE_TEXTS } from '@foyer/domain'
import { buttonStyle, Notice } from '@foyer/ui'
import { ExternalLink } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { accountQuery, teamQuery } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Page } from '../../shared/page.tsx'
import { dayText } from '../../shared/time.ts'
import { Checklist } from './checklist.tsx'

interface HomeScreenProps {
  me: Me
  organizer: OutputOf<typeof staffApi.getOrganizer>
}

const CURRENCY_NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })
const LOCALE_NAMES = new Intl.DisplayNames('en-US', { type: 'language' })

/** What is there so far: the shop, the team, and whether the account is safe. */
export function HomeScreen({ me, organizer }: HomeScreenProps) {
  const { name, siteUrl, role, currency, locale, supportEmail, slug } = organizer
  return (
    <Page
      title={name}
      description={`You are here as ${ROLE_TEXTS[role].name.toLowerCase()}. ${ROLE_TEXTS[role].summary}.`}
      actions={
        <a href={siteUrl} target="_blank" rel="noreferrer" className={buttonStyle('quiet')}>
          Open the shop
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      }
    >
      <div className="flex flex-col gap-8">
        <Checklist organizer={organizer} />
        <Trial organizer={organizer} />
        <Safety me={me} />
        <section aria-labelledby="shop">
          <h2 id="shop" className="font-display text-lg font-bold">
            The shop
          </h2>
          <dl className="mt-3 divide-y divide-edge border-y border-edge text-sm">
            <Fact name="Address">{siteUrl}</Fact>
            <Fact name="Currency">
              {CURRENCY_NAMES.of(currency.toUpperCase())} ({currency.toUpperCase()})
            </Fact>
            <Fact name="Language and region">{LOCALE_NAMES.of(locale)}</Fact>
            <Fact name="Questions of buyers go to">{supportEmail}</Fact>
          </dl>
        </section>
        {may(role, 'team.read') && <TeamSummary slug={slug} mayChange={may(role, 'team.change')} />}
      </div>
    </Page>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** How long the shop may sell without the operator's yes, and what happens then. */
function Trial({ organizer: { trialUntil, stop } }: Pick<HomeScreenProps, 'organizer'>) {
  if (trialUntil === null || stop) return null
  return (
    <Notice tone="info" announce="none" title={`Your trial lasts until ${dayText(trialUntil)}`}>
      It costs nothing and needs no card. Afterwards nothing new is sold until the operator of this
      site agrees. Tickets that are sold stay valid, and orders, refunds and your office go on.
    </Notice>
  )
}

/** A password alone protects all buyers' data: says so until there is a second factor. */
function Safety({ me }: { me: Me }) {
  const { data: account } = useQuery(accountQuery)
  if (!account || account.hasTotp || account.passkeys.length > 0) return null
  return (
    <Notice
      tone="warning"
      title="Only a password protects this office"
      actions={
        <Link {...paths.account()} className={buttonStyle('quiet')}>
          Add a second factor
        </Link>
      }
    >
      Anybody who learns the password of {me.email} can open it. A passkey or an authenticator app
      takes two minutes to set up.
    </Notice>
  )
}

function TeamSummary({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const { data: team } = useQuery(teamQuery(slug))
  const open = team?.invitations.filter(({ hasEnded }) => !hasEnded).length ?? 0
  return (
    <section aria-labelledby="team">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="team" className="font-display text-lg font-bold">
          The team
        </h2>
        <Link {...paths.team(slug)} className="link text-sm">
          {mayChange ? 'Invite people and change roles' : 'See the team'}
        </Link>
      </div>
      <dl className="mt-3 divide-y divide-edge border-y border-edge text-sm">
        <Fact name="Members">
          <span className="figures">{team?.members.length ?? '…'}</span>
        </Fact>
        <Fact name="Open invitations">
          <span className="figures">{team ? open : '…'}</span>
        </Fact>
      </dl>
    </section>
  )
}
