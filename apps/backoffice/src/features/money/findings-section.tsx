import type { Money } from '@foyer/contract'
import { formatAmount, MONEY_FINDINGS, orderNumberOf } from '@foyer/domain'
import { Notice } from '@foyer/ui'
import type { ReactNode } from 'react'
import { Section } from '../../shared/page.tsx'
import { dayText, exactText } from '../../shared/time.ts'

/** What nobody but a person can put right, each with what to do about it. */
export function FindingsSection({ findings, audit }: Pick<Money, 'findings' | 'audit'>) {
  const differences = audit?.differences ?? 0
  if (findings.length === 0 && differences === 0) return null
  return (
    <Section
      title="Needs you"
      description="Payments and refunds are compared with Stripe all the time, and put right by themselves. These could not be."
    >
      <ul className="flex flex-col gap-3">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.subject}`}>
            <Finding finding={finding} />
          </li>
        ))}
        {differences > 0 && (
          <li>
            <Notice
              tone="danger"
              announce="none"
              title={
                differences === 1
                  ? 'One entry of the books does not add up'
                  : `${differences} entries of the books do not add up`
              }
            >
              Sales go on. Tell the operator of this installation, who finds each one with ‘npm run
              audit’.
            </Notice>
          </li>
        )}
      </ul>
    </Section>
  )
}

function Finding({ finding }: { finding: Money['findings'][number] }) {
  const { title, advice } = MONEY_FINDINGS[finding.kind]
  return (
    <Notice tone="warning" announce="none" title={title}>
      <p className="max-w-prose">{advice}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {finding.orderId && <Fact name="Order">{orderNumberOf(finding.orderId)}</Fact>}
        {finding.amount && (
          <Fact name="Amount">{formatAmount(finding.amount.minor, finding.amount.currency)}</Fact>
        )}
        <Fact name="Found">
          <time dateTime={finding.foundAt} title={exactText(finding.foundAt)}>
            {dayText(finding.foundAt)}
          </time>
        </Fact>
        {finding.reason && <Fact name="Reason">{finding.reason}</Fact>}
        <Fact name="Reference">{finding.subject}</Fact>
      </dl>
    </Notice>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures break-words">{children}</dd>
    </>
  )
}
