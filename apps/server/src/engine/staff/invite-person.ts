import { granted, type Result, refused } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import type { Role } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'
import type { Context, Tenant } from '../../context.ts'
import { writeAuditEntry } from '../audit-log/write-entry.ts'
import { makeLink } from './links.ts'
import { queueStaffMail } from './queue-staff-mail.ts'

interface Invited {
  tenant: Pick<Tenant, 'id' | 'name'>
  email: string
  role: Role
  /** Null: the platform's operator. */
  by: { id: string; name: string } | null
  /** Whether an invitation to this role may be replaced, if the address has one; by default it may. */
  mayReplace?(role: Role): boolean
}

/** An arbitrary constant; no other program on the same database may use it. */
const INVITATION_LOCK = 4_021_990

const NOT_REPLACED = refused(
  'not_permitted',
  'An owner has invited this address already. Only owners can change that invitation.',
)

const ALREADY_MEMBER = refused('already_member', 'This person is on the team already.')

/**
 * Invites an address to a team, and queues the mail with the link. An address that was invited before
 * gets a new link with the new role, and the one before stops working. Returns the link's token, which
 * only the operator's command shows.
 */
export async function invitePerson(
  tx: PlatformTx,
  context: Pick<Context, 'cells' | 'secrets' | 'clock'>,
  { tenant, email, role, by, mayReplace = () => true }: Invited,
): Promise<Result<{ token: string }, 'already_member' | 'not_permitted'>> {
  // Two people may invite one address at the same moment: the second then finds the first invitation.
  await sql`select pg_advisory_xact_lock(${INVITATION_LOCK}::integer,
    hashtext(${`${tenant.id}/${email}`}))`.execute(tx)
  const person = await tx
    .selectFrom('staff_people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  const found = await context.cells.inTenantWithin(tx, tenant.id, async (inside) => ({
    member: person
      ? await inside
          .selectFrom('staff_members')
          .select('role')
          .where('person_id', '=', person.id)
          .executeTakeFirst()
      : undefined,
    invitation: await inside
      .selectFrom('staff_invitations')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirst(),
  }))
  if (found.member) return ALREADY_MEMBER
  if (found.invitation && !mayReplace(found.invitation.role)) return NOT_REPLACED
  const id = found.invitation?.id ?? newId()
  const invitation = { tenantId: tenant.id, id }
  const { token, endsAt } = await makeLink(tx, context, { kind: 'invitation', email, invitation })
  await context.cells.inTenantWithin(tx, tenant.id, async (inside) => {
    const sent = { role, invited_by: by?.id ?? null, sent_at: context.clock(), ends_at: endsAt }
    await inside
      .insertInto('staff_invitations')
      .values({ tenant_id: tenant.id, id, email, ...sent })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).doUpdateSet(sent))
      .execute()
    await writeAuditEntry(inside, {
      personId: by?.id ?? null,
      action: found.invitation ? 'invitation.sent_again' : 'invitation.sent',
      entityId: id,
      entityName: email,
      before: found.invitation ? { role: found.invitation.role } : null,
      after: { role },
    })
  })
  const data = { organizer: tenant.name, role, invitedBy: by?.name ?? null }
  await queueStaffMail(tx, context, { kind: 'invitation', recipient: email, data, token })
  return granted({ token })
}
