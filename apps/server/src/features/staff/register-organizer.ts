import { granted, type ResultOf, refused, type staff } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { isBrandSlug } from '@foyer/domain'
import { sql } from 'kysely'
import pg from 'pg'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { changePlatformTerms } from '../../engine/organizer/registry.ts'
import { countAttempt } from '../../engine/staff/attempts.ts'
import type { Call } from '../../http/endpoint.ts'
import { SIGN_UP_CLOSED } from './refusals.ts'

const UNIQUE_VIOLATION = '23505'

const NOT_ALLOWED = refused(
  'slug_not_allowed',
  'This address is used by Foyer itself. Choose another one.',
)
const TAKEN = refused('slug_taken', 'Another organizer has this address. Choose another one.')

/**
 * Lets the organizer of this transaction sell until then; afterwards live sales need the operator's yes. The
 * organizer at the main address is the operator's own, and has no trial.
 */
async function startTrial(tx: TenantTx, until: Date): Promise<void> {
  const { is_default } = await tx
    .selectFrom('tenants')
    .select('is_default')
    .where('tenant_id', '=', sql<number>`current_tenant()`)
    .executeTakeFirstOrThrow()
  if (!is_default) await changePlatformTerms(tx, { trial_until: until })
}

const addDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)

/**
 * Registers an organizer with the person who asks as its owner. The registry is written by a function
 * of its owner (docs/decisions/0007-the-tenant-registry-is-readable.md). This process knows the
 * organizer at once, the others within a second.
 */
export async function registerOrganizer({
  context,
  principal: { session },
  body,
}: Call<typeof staff.registerOrganizer>): Promise<ResultOf<typeof staff.registerOrganizer>> {
  const { name, slug, supportEmail, currency, locale, hue } = body
  const { isSignUpOpen, trialDays } = context.configuration.current()
  if (!isSignUpOpen) return SIGN_UP_CLOSED
  if (!isBrandSlug(slug)) return NOT_ALLOWED
  const tooSoon = await countAttempt(context, `organizer of ${session.personId}`)
  if (tooSoon) return tooSoon
  try {
    await context.home.withPlatform(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select register_organizer(${slug}, ${name}, ${hue}, ${currency}, ${locale}, ${supportEmail})
          as id`.execute(tx)
      const tenantId = rows[0]?.id ?? 0
      await context.cells.inTenantWithin(tx, tenantId, async (tenant) => {
        await tenant
          .insertInto('staff_members')
          .values({ tenant_id: tenantId, person_id: session.personId, role: 'owner' })
          .execute()
        await startTrial(tenant, addDays(context.clock(), trialDays))
        await writeAuditEntry(tenant, {
          personId: session.personId,
          action: 'organizer.registered',
          entityId: slug,
          entityName: name,
          after: { name, slug, supportEmail, currency, locale },
        })
      })
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return TAKEN
    throw error
  }
  await context.tenants.reload()
  return granted({ slug, name, hue, role: 'owner' as const })
}
