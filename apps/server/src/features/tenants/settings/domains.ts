import {
  type Domains,
  granted,
  type ResultOf,
  refused,
  type settingsAddress,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type AuditAction, subdomainOf } from '@foyer/domain'
import { sql } from 'kysely'
import pg from 'pg'
import type { Context, Tenant } from '../../../context.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import {
  addDomain,
  claimDomain,
  lockOrganizer,
  releaseDomain,
  removeDomain,
  setMainDomain,
} from '../../../engine/organizer/registry.ts'
import type { Call } from '../../../http/endpoint.ts'
import { siteOf } from '../../../tenant-registry.ts'
import { findingsOf, mainHostOf, recordsOf } from './domain-dns.ts'
import { forgetProof, noteProof, releaseFor } from './domain-proofs.ts'

const MOST_DOMAINS = 10

const NOT_FOUND = refused('domain_not_found', 'This domain was removed meanwhile.')
const TAKEN = refused(
  'domain_taken',
  'Another organizer has this domain. If it is yours now, remove their TXT record from its DNS and check again; if there is none, write to the platform.',
)
const NOT_ALLOWED = refused(
  'domain_not_allowed',
  'This is an address of the platform, which all organizers share.',
)
const TOO_MANY = refused('too_many_domains', `A shop has at most ${MOST_DOMAINS} domains.`)

/** The addresses of the shop. */
export async function readDomains(
  tx: TenantTx,
  context: Context,
  tenant: Tenant,
): Promise<Domains> {
  const active = await selectDomains(tx, tenant)
  const waiting = await tx
    .selectFrom('tenant_domain_claims')
    .select('host')
    .orderBy('made_at')
    .execute()
  const main = active.find(({ is_main }) => is_main)?.host ?? null
  const origin = context.origin()
  return {
    slug: tenant.slug,
    path: siteOf(origin, { ...tenant, domain: null }),
    siteUrl: siteOf(origin, { ...tenant, domain: main }),
    domains: [
      ...active.map(({ host, is_main: isMain }) => ({ host, state: 'active' as const, isMain })),
      ...waiting.map(({ host }) => ({ host, state: 'waiting' as const, isMain: false })),
    ].map((domain) => ({ ...domain, records: recordsOf(context, tenant, domain.host) })),
  }
}

const selectDomains = (tx: TenantTx, { id }: Tenant) =>
  tx
    .selectFrom('tenant_domains')
    .select(['host', 'is_main'])
    .where('tenant_id', '=', id)
    .orderBy('is_main', 'desc')
    .orderBy('host')
    .execute()

/**
 * Notes a domain that the shop shall have. It has it once its DNS names this organizer, also if another
 * one has it now: domains get other owners.
 */
export async function noteDomain({
  context,
  tenant,
  principal,
  body: { host },
}: Call<typeof settingsAddress.addDomain>): Promise<ResultOf<typeof settingsAddress.addDomain>> {
  const mainHost = mainHostOf(context)
  const isOurs = [mainHost, `www.${mainHost}`].includes(host) || host.endsWith(`.${mainHost}`)
  if (isOurs || subdomainOf(host, []) === 'localhost') return NOT_ALLOWED
  return context.db.withTenant(tenant.id, async (tx) => {
    await lockOrganizer(tx)
    const { domains } = await readDomains(tx, context, tenant)
    if (!domains.some((domain) => domain.host === host)) {
      if (domains.length >= MOST_DOMAINS) return TOO_MANY
      await sql`insert into tenant_domain_claims (tenant_id, host)
        values (current_tenant(), ${host})`.execute(tx)
      await audit(tx, principal.session.personId, 'domain.added', host)
    }
    return granted(await readDomains(tx, context, tenant))
  })
}

/**
 * Looks at the DNS; if it leads here and names this organizer, and no longer another one who has the
 * domain, the shop has it from now on.
 */
export async function checkDomain({
  context,
  tenant,
  principal,
  params: { host },
}: Call<typeof settingsAddress.checkDomain>): Promise<
  ResultOf<typeof settingsAddress.checkDomain>
> {
  const before = await context.db.withTenant(tenant.id, (tx) => readDomains(tx, context, tenant))
  if (!before.domains.some((domain) => domain.host === host)) return NOT_FOUND
  // Outside the transaction: an answer may take seconds.
  const findings = await findingsOf(context, tenant, host)
  const isProven = findings.every(({ isRight }) => isRight)
  if (isProven && !(await releaseFor(context, tenant, host))) return TAKEN
  try {
    const domains = await context.db.withTenant(tenant.id, async (tx) => {
      await lockOrganizer(tx)
      if (isProven && (await endClaim(tx, host))) {
        await claimDomain(context, tenant.id, host)
        await addDomain(tx, host)
        await noteProof(tx, context, host)
        await audit(tx, principal.session.personId, 'domain.confirmed', host)
      }
      return readDomains(tx, context, tenant)
    })
    await context.tenants.reload()
    return granted({ domains, findings })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return TAKEN
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

/** Chooses the address that links use. */
export async function makeMainDomain({
  context,
  tenant,
  principal,
  body: { host },
}: Call<typeof settingsAddress.makeMainDomain>): Promise<
  ResultOf<typeof settingsAddress.makeMainDomain>
> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    await lockOrganizer(tx)
    const active = await selectDomains(tx, tenant)
    const before = active.find(({ is_main }) => is_main)?.host ?? null
    if (host !== null && !active.some((domain) => domain.host === host)) return NOT_FOUND
    if (before !== host) {
      await setMainDomain(tx, host)
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'domain.made_main',
        entityId: host ?? tenant.slug,
        entityName: host ?? tenant.slug,
        before: { main: before },
        after: { main: host },
      })
    }
    return granted(await readDomains(tx, context, tenant))
  })
  await context.tenants.reload()
  return result
}

/** Removes a domain, or the note of one. */
export async function dropDomain({
  context,
  tenant,
  principal,
  params: { host },
}: Call<typeof settingsAddress.removeDomain>): Promise<
  ResultOf<typeof settingsAddress.removeDomain>
> {
  const result = await context.db.withTenant(tenant.id, async (tx) => {
    await lockOrganizer(tx)
    const wasNoted = await endClaim(tx, host)
    const wasActive = await removeDomain(tx, host)
    if (!wasNoted && !wasActive) return NOT_FOUND
    if (wasActive) await forgetProof(tx, tenant.id, host)
    await audit(tx, principal.session.personId, 'domain.removed', host)
    return granted(await readDomains(tx, context, tenant))
  })
  // Also if the shop did not have it any more: then the release after its removal had failed.
  await releaseDomain(context, tenant.id, host)
  await context.tenants.reload()
  return result
}

async function endClaim(tx: TenantTx, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tenant_domain_claims')
    .where('host', '=', host)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const audit = (tx: TenantTx, personId: string, action: AuditAction, host: string) =>
  writeAuditEntry(tx, { personId, action, entityId: host, entityName: host })
