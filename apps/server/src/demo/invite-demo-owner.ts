import type { Context } from '../context.ts'
import { invitePerson } from '../engine/staff/invite-person.ts'
import { linkUrl } from '../engine/staff/links.ts'

const OWNER = 'owner@foyer.test'

/**
 * Returns a link that makes an owner of the demo's organizer, for the person who started it; null once
 * somebody works for it. A link instead of a password: it works once, and differs on each machine.
 */
export async function inviteDemoOwner(context: Context): Promise<string | null> {
  const tenant = context.tenants.defaultTenant()
  if (!tenant) return null
  const members = await context.db.withTenant(tenant.id, (tx) =>
    tx.selectFrom('staff_members').select('role').execute(),
  )
  if (members.length > 0) return null
  const invited = await context.db.withPlatform((tx) =>
    invitePerson(tx, context, { tenant, email: OWNER, role: 'owner', by: null }),
  )
  return invited.ok ? linkUrl(context.origin(), 'invitation', invited.value.token) : null
}
