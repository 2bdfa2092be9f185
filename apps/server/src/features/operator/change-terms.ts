import {
  granted,
  type OperatedOrganizer,
  type operator,
  type Result,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction, AuditValues, OperatorAction } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import {
  changePlatformTerms,
  lockOrganizer,
  type PlatformTermsColumns,
} from '../../engine/organizer/registry.ts'
import { changedSince } from '../../engine/versions.ts'
import type { Call } from '../../http/endpoint.ts'
import { ORGANIZER_NOT_FOUND, readOrganizer, tenantOf } from './read-organizer.ts'
import { readTerms } from './terms.ts'
import { writeOperatorEntry } from './write-operator-entry.ts'

/** How the log of operators and that of the organizer name a change. */
const AUDITED = {
  'fee.changed': 'organizer.fee_changed',
  'trial.changed': 'organizer.trial_changed',
  'organizer.suspended': 'organizer.suspended',
  'organizer.resumed': 'organizer.resumed',
} as const satisfies Partial<Record<OperatorAction, AuditAction>>

interface TermsChange {
  slug: string
  /** What the operator had read. */
  version: string
  personId: string
  action: keyof typeof AUDITED
  columns(current: OperatedOrganizer['terms']): PlatformTermsColumns
  before(current: OperatedOrganizer['terms']): AuditValues
  after: AuditValues
  /** Changes what follows from the terms, in the same transaction. */
  also?(tx: TenantTx): Promise<unknown>
}

/**
 * Changes the terms of an organizer behind its lock, and writes both logs: that of operators, and that of
 * the organizer, whose team reads that the operator did it. This process uses the change before the call
 * is answered, the others within a second.
 */
async function changeTerms(
  context: Context,
  change: TermsChange,
): Promise<Result<OperatedOrganizer, 'organizer_not_found' | 'changed_meanwhile'>> {
  const tenant = await tenantOf(context, change.slug)
  if (!tenant) return ORGANIZER_NOT_FOUND
  const changed = await context.home.withPlatform(async (tx) => {
    const made = await context.cells.inTenantWithin(tx, tenant.id, async (inside) => {
      await lockOrganizer(inside)
      const current = await readTerms(inside, tenant.id)
      const refusal = changedSince(change.version, current)
      if (refusal) return refusal
      const values = { before: change.before(current), after: change.after }
      await changePlatformTerms(inside, change.columns(current))
      await change.also?.(inside)
      await writeAuditEntry(inside, {
        personId: null,
        action: AUDITED[change.action],
        entityId: tenant.slug,
        entityName: tenant.name,
        ...values,
      })
      return granted(values)
    })
    if (!made.ok) return made
    const { personId, action } = change
    const of = { tenantId: tenant.id, entityName: tenant.name }
    await writeOperatorEntry(tx, { personId, action, ...of, ...made.value })
    return made
  })
  if (!changed.ok) return changed
  await context.cells.reload()
  return readOrganizer(context, change.slug)
}

/** Applies to payments that are recorded from now on: each has frozen the fee that it was made with. */
export function setPlatformFee({
  context,
  principal: { session },
  params: { slug },
  body: { fee, version },
}: Call<typeof operator.setPlatformFee>): Promise<ResultOf<typeof operator.setPlatformFee>> {
  const charged = fee ?? context.configuration.current().platformFee
  return changeTerms(context, {
    ...{ slug, version, personId: session.personId, action: 'fee.changed' },
    columns: () => ({
      platform_fee_ppm: fee?.ppm ?? null,
      platform_fee_fixed_minor: fee?.fixedMinor ?? null,
    }),
    before: (current) => feeValues(current.fee),
    after: feeValues(fee),
    also: (tx) =>
      tx
        .updateTable('connected_accounts')
        .set({
          platform_fee_ppm: charged.ppm,
          platform_fee_fixed_minor: charged.fixedMinor,
        })
        .where('disconnected_at', 'is', null)
        .execute(),
  })
}

/** Null is the installation's default. */
const feeValues = (fee: OperatedOrganizer['terms']['fee']): AuditValues => ({
  platformFeePpm: fee?.ppm ?? null,
  platformFeeFixed: fee?.fixedMinor ?? null,
})

export const setTrial = ({
  context,
  principal: { session },
  params: { slug },
  body: { trialUntil, version },
}: Call<typeof operator.setTrial>): Promise<ResultOf<typeof operator.setTrial>> => {
  const until = trialUntil === null ? null : new Date(trialUntil)
  return changeTerms(context, {
    ...{ slug, version, personId: session.personId, action: 'trial.changed' },
    columns: () => ({ trial_until: until }),
    before: (current) => ({ trialUntil: current.trialUntil }),
    after: { trialUntil: until?.toISOString() ?? null },
  })
}

/** A second suspension only changes the reason: it is suspended since the first one. */
export const suspendOrganizer = ({
  context,
  principal: { session },
  params: { slug },
  body: { reason, version },
}: Call<typeof operator.suspendOrganizer>): Promise<ResultOf<typeof operator.suspendOrganizer>> =>
  changeTerms(context, {
    ...{ slug, version, personId: session.personId, action: 'organizer.suspended' },
    columns: ({ suspension }) => ({
      suspended_at: suspension ? new Date(suspension.at) : context.clock(),
      suspension_reason: reason,
    }),
    before: (current) => ({ reason: current.suspension?.reason ?? null }),
    after: { reason },
  })

export const resumeOrganizer = ({
  context,
  principal: { session },
  params: { slug },
  body: { version },
}: Call<typeof operator.resumeOrganizer>): Promise<ResultOf<typeof operator.resumeOrganizer>> =>
  changeTerms(context, {
    ...{ slug, version, personId: session.personId, action: 'organizer.resumed' },
    columns: () => ({ suspended_at: null, suspension_reason: null }),
    before: (current) => ({ reason: current.suspension?.reason ?? null }),
    after: { reason: null },
  })
