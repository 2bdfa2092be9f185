import { granted, type ResultOf, refused, type team } from '@foyer/contract'
import { mayChangeRole, type Role } from '@foyer/domain'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { countMail } from '../../engine/staff/attempts.ts'
import { invitePerson } from '../../engine/staff/invite-person.ts'
import { endInvitationLinks } from '../../engine/staff/links.ts'
import type { Call } from '../../http/endpoint.ts'
import { notPermitted } from '../../http/principals/staff.ts'
import { readTeam } from './read-team.ts'

const OWNERS_ALONE = notPermitted({ permission: 'owners.change' })
const NO_INVITATION = refused(
  'invitation_not_found',
  'This invitation was accepted or withdrawn already.',
)

/** Invites an address to the team. */
export async function invite(
  call: Call<typeof team.invite>,
): Promise<ResultOf<typeof team.invite>> {
  const { context, tenant, principal, request, body } = call
  const { role, session } = principal
  if (!mayChangeRole(role, { to: body.role })) return OWNERS_ALONE
  const tooMany = await countMail(context, { to: body.email, network: request.network })
  if (tooMany) return tooMany
  const by = { id: session.personId, name: session.name }
  const result = await context.home.withPlatform(async (tx) => {
    const mayReplace = (from: Role) => mayChangeRole(role, { from, to: body.role })
    const invited = await invitePerson(tx, context, { tenant, ...body, by, mayReplace })
    return invited.ok ? granted(await readTeam(tx, context, tenant.id)) : invited
  })
  context.cells.home().kickJobs(null)
  return result
}

/** Sends an invitation again, to the same address with the same role. */
export async function inviteAgain(
  call: Call<typeof team.inviteAgain>,
): Promise<ResultOf<typeof team.inviteAgain>> {
  const { context, tenant, principal, request, params } = call
  const { role, session } = principal
  const invitation = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('staff_invitations')
      .select(['email', 'role'])
      .where('id', '=', params.invitationId)
      .executeTakeFirst(),
  )
  if (!invitation) return NO_INVITATION
  if (!mayChangeRole(role, { to: invitation.role })) return OWNERS_ALONE
  const tooMany = await countMail(context, { to: invitation.email, network: request.network })
  if (tooMany) return tooMany
  const by = { id: session.personId, name: session.name }
  const result = await context.home.withPlatform(async (tx) => {
    const invited = await invitePerson(tx, context, { tenant, ...invitation, by })
    // The person has accepted in the meantime.
    return invited.ok ? granted(await readTeam(tx, context, tenant.id)) : NO_INVITATION
  })
  context.cells.home().kickJobs(null)
  return result
}

/** Withdraws an invitation. Its link is locked first, as by who accepts it. */
export const withdrawInvitation = ({
  context,
  tenant,
  principal: { role, session },
  params: { invitationId },
}: Call<typeof team.withdrawInvitation>): Promise<ResultOf<typeof team.withdrawInvitation>> =>
  context.home.withPlatform(async (tx) => {
    const found = await context.cells.inTenantWithin(tx, tenant.id, (inside) =>
      inside
        .selectFrom('staff_invitations')
        .select('role')
        .where('id', '=', invitationId)
        .executeTakeFirst(),
    )
    if (!found) return NO_INVITATION
    if (!mayChangeRole(role, { from: found.role })) return OWNERS_ALONE
    await endInvitationLinks(tx, { tenantId: tenant.id, id: invitationId })
    const isWithdrawn = await context.cells.inTenantWithin(tx, tenant.id, async (inside) => {
      const row = await inside
        .deleteFrom('staff_invitations')
        .where('id', '=', invitationId)
        .returning(['email', 'role'])
        .executeTakeFirst()
      if (!row) return false
      await writeAuditEntry(inside, {
        personId: session.personId,
        action: 'invitation.withdrawn',
        entityId: invitationId,
        entityName: row.email,
        before: { role: row.role },
      })
      return true
    })
    return isWithdrawn ? granted(await readTeam(tx, context, tenant.id)) : NO_INVITATION
  })
