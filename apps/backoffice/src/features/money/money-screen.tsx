import { type Money, staffApi } from '@foyer/contract'
import type { Role } from '@foyer/domain'
import { Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { callOf } from '../../data/client.ts'
import type { MoneySearch } from '../../routing/search.ts'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { AccountSection, ConnectButton } from './account-section.tsx'
import { DisputesSection } from './disputes-section.tsx'
import { FindingsSection } from './findings-section.tsx'
import { FlowSections } from './flow-sections.tsx'
import { moneyQuery, storeMoney } from './money-queries.ts'

/** Before anything can be paid, a list of disputes only raises questions. */
const mayHaveDisputes = ({ mode, account, disputes }: Money) =>
  mode === 'own' || account !== null || disputes.length > 0

interface MoneyScreenProps {
  organizer: { slug: string; role: Role }
  /** How the person comes from Stripe's page, if they do. */
  from: MoneySearch['from']
  onArrived: () => void
}

/** Where the money goes: the account, what Stripe wants, the balance, payouts and disputes. */
export function MoneyScreen({ organizer, from, onArrived }: MoneyScreenProps) {
  const { slug } = organizer
  const money = useQuery(moneyQuery(slug))
  const arrive = useEffectEvent(async () => {
    // Before the call: while it lasts the person may choose another screen, and would be led back here.
    onArrived()
    // Back from Stripe's page: what the account can do may have changed a moment ago.
    const fresh = await callOf(slug)(staffApi.refreshAccount, {}).catch(() => null)
    if (fresh) storeMoney(slug, fresh)
  })
  useEffect(() => {
    if (from === 'stripe') void arrive()
  }, [from])
  const { data } = money
  return (
    <Page
      title="Money"
      description="Where what your buyers pay goes, and what of it is on its way."
    >
      {money.isPending && (
        <SkeletonGroup label="Loading where the money goes" className="flex flex-col gap-4">
          <Skeleton className="h-8 w-48" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-24 w-full" />
        </SkeletonGroup>
      )}
      {money.isError && (
        <FetchFailed
          what="Where the money goes"
          error={money.error}
          onRetry={() => void money.refetch()}
          isRetrying={money.isFetching}
        />
      )}
      {from === 'ended-link' && (
        <Notice
          tone="warning"
          className="mb-8"
          title="The link to Stripe was used or has ended"
          actions={<ConnectButton organizer={organizer} label="Continue at Stripe" />}
        >
          Each link opens once. Nothing that you entered at Stripe is lost.
        </Notice>
      )}
      {data && <FindingsSection findings={data.findings} audit={data.audit} />}
      {data?.mode === 'own' && (
        <Notice tone="info" announce="none" className="mb-8" title="Paid to the operator's account">
          Payments are made with the Stripe keys of this installation. There is nothing to connect
          here; balance and payouts are in Stripe's dashboard of those keys.
        </Notice>
      )}
      {data?.mode === 'connect' && (
        <>
          <AccountSection organizer={organizer} account={data.account} />
          {data.account && <FlowSections organizer={slug} accountId={data.account.id} />}
        </>
      )}
      {data && mayHaveDisputes(data) && <DisputesSection disputes={data.disputes} />}
    </Page>
  )
}
