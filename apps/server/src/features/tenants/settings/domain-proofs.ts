import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../../context.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import {
  changeContact,
  lockOrganizer,
  releaseDomain,
  removeDomain,
} from '../../../engine/organizer/registry.ts'
import { queueStaffMail } from '../../../engine/staff/queue-staff-mail.ts'
import { domainOf, isProven, mainHostOf, proofRecordOf } from './domain-dns.ts'

/**
 * A domain is proven by a record of its DNS, and the proof is looked for again every day: domains end, are
 * sold, and get other owners. One whose proof is missing is released after a time in which its organizer is
 * warned, or at once if somebody else proves that it is theirs.
 */

type ProofContext = Pick<
  Context,
  'cell' | 'db' | 'home' | 'tenants' | 'dns' | 'secrets' | 'clock' | 'origin'
>

/** How long a proof may be missing: long enough for a holiday and for a mistake in the DNS. */
const GRACE_DAYS = 14
const GRACE_MS = GRACE_DAYS * 24 * 60 * 60 * 1000

/** Stores that the proof of a domain was seen. */
export const noteProof = (tx: TenantTx, { clock }: Pick<Context, 'clock'>, host: string) =>
  sql`insert into tenant_domain_proofs (tenant_id, host, seen_at)
    values (current_tenant(), ${host}, ${clock()})
    on conflict (tenant_id, host) do update set seen_at = excluded.seen_at, missing_since = null`.execute(
    tx,
  )

/**
 * Forgets the proof of a domain that the shop no longer has. It stays while mails come from the domain:
 * without it the domain would count as set up by the operator, and never be released.
 */
export async function forgetProof(tx: TenantTx, tenantId: number, host: string): Promise<void> {
  const sender = await readSender(tx, tenantId)
  if (sender && domainOf(sender) === host) return
  await tx.deleteFrom('tenant_domain_proofs').where('host', '=', host).execute()
}

/** Looks for the proofs of an organizer's domains. */
export async function checkProofs(context: ProofContext, tenant: Tenant): Promise<void> {
  const hosts = await context.db.withTenant(tenant.id, (tx) => selectHosts(tx, tenant.id))
  if (hosts.length === 0) return
  // A resolver that does not find the platform is broken, and what it does not find may be there.
  if ((await context.dns.addresses(mainHostOf(context))).length === 0) return
  await Promise.all(hosts.map((host) => checkProof(context, tenant, host)))
}

/** The domains of the shop, and that of its sender. */
async function selectHosts(tx: TenantTx, tenantId: number): Promise<string[]> {
  const domains = await tx
    .selectFrom('tenant_domains')
    .select('host')
    .where('tenant_id', '=', tenantId)
    .execute()
  const sender = await readSender(tx, tenantId)
  return [...new Set([...domains.map(({ host }) => host), ...(sender ? [domainOf(sender)] : [])])]
}

async function readSender(tx: TenantTx, tenantId: number): Promise<string | null> {
  const { sender_email } = await tx
    .selectFrom('tenants')
    .select('sender_email')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return sender_email
}

async function checkProof(context: ProofContext, tenant: Tenant, host: string): Promise<void> {
  const { db, clock } = context
  if (await isProven(context, tenant, host)) {
    await db.withTenant(tenant.id, (tx) => noteProof(tx, context, host))
    return
  }
  const proof = await db.withTenant(tenant.id, (tx) => findProof(tx, host))
  // The operator has set the domain up: its DNS has never had to name the organizer.
  if (!proof) return
  const now = clock()
  if (proof.missing_since === null) {
    const endsAt = new Date(now.getTime() + GRACE_MS).toISOString()
    // First: a warning that is sent twice is better than none.
    await mailOwners(context, tenant, host, endsAt)
    await db.withTenant(tenant.id, (tx) =>
      tx
        .updateTable('tenant_domain_proofs')
        .set({ missing_since: now })
        .where('host', '=', host)
        .execute(),
    )
  } else if (now.getTime() - proof.missing_since.getTime() >= GRACE_MS) {
    await release(context, tenant, host)
  }
}

const findProof = (tx: TenantTx, host: string) =>
  tx
    .selectFrom('tenant_domain_proofs')
    .select('missing_since')
    .where('host', '=', host)
    .executeTakeFirst()

/**
 * Releases a domain of another organizer for one who has proved that it is theirs, if its DNS no longer
 * names the one who has it. Returns whether it is free now.
 */
export async function releaseFor(
  context: ProofContext & Pick<Context, 'cells'>,
  owner: Tenant,
  host: string,
): Promise<boolean> {
  const holder = context.cells.home().tenants.directory().byDomain(host)
  if (!holder || holder.id === owner.id) return true
  const { name, db, tenants } = context.cells.of(holder.id)
  const there = { ...context, cell: name, db, tenants }
  const wasProven = await db.withTenant(holder.id, (tx) => findProof(tx, host))
  if (!wasProven || (await isProven(context, holder, host))) return false
  await release(there, holder, host)
  return true
}

async function release(context: ProofContext, tenant: Tenant, host: string): Promise<void> {
  await context.db.withTenant(tenant.id, async (tx) => {
    await lockOrganizer(tx)
    const sender = await readSender(tx, tenant.id)
    if (sender && domainOf(sender) === host) await changeContact(tx, { sender_email: null })
    await removeDomain(tx, host)
    await forgetProof(tx, tenant.id, host)
    await writeAuditEntry(tx, {
      personId: null,
      action: 'domain.released',
      entityId: host,
      entityName: host,
    })
  })
  await releaseDomain(context, tenant.id, host)
  await mailOwners(context, tenant, host, null)
  await context.tenants.reload()
}

async function mailOwners(
  context: ProofContext,
  tenant: Tenant,
  host: string,
  endsAt: string | null,
): Promise<void> {
  const owners = await context.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom('staff_members').select('person_id').where('role', '=', 'owner').execute(),
  )
  if (owners.length === 0) return
  const { name, value } = proofRecordOf(context, tenant, host)
  const data = { organizer: tenant.name, host, record: { name, value }, endsAt }
  await context.home.withPlatform(async (tx) => {
    const people = await tx
      .selectFrom('staff_people')
      .select('email')
      .where(
        'id',
        'in',
        owners.map(({ person_id }) => person_id),
      )
      .execute()
    for (const { email: recipient } of people) {
      await queueStaffMail(tx, context, { kind: 'domain_proof', recipient, data })
    }
  })
}
