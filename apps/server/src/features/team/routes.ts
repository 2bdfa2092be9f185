import { granted, type Team, team } from '@foyer/contract'
import { may, PERMISSIONS, type Permission, shopStopOf } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context, Tenant } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { siteOf } from '../../tenant-registry.ts'
import { changeRole, leaveTeam, removeMember } from './change-members.ts'
import { invite, inviteAgain, withdrawInvitation } from './invite.ts'
import { readTeam } from './read-team.ts'

const isPermission = (name: string): name is Permission => name in PERMISSIONS
const ALL_PERMISSIONS = Object.keys(PERMISSIONS).filter(isPermission)

/** The team of an organizer. */
export function teamRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, team.getOrganizer, {
    handle: async ({ tenant, principal: { role } }) => {
      const { slug, name, hue, currency, locale, supportEmail, timeZone } = tenant
      return granted({
        ...{ slug, name, hue, currency, locale, supportEmail, timeZone, role },
        siteUrl: siteOf(context.origin(), tenant),
        ...presentStop(tenant, context.clock()),
        permissions: ALL_PERMISSIONS.filter((permission) => may(role, permission)),
      })
    },
  })

  serve(app, context, team.getTeam, {
    handle: ({ tenant, principal: { role, session } }) =>
      context.home.withPlatform(async (tx) => {
        const read = await readTeam(tx, context, tenant.id)
        return granted(may(role, 'team.change') ? read : withoutFactors(read, session.personId))
      }),
  })

  serve(app, context, team.invite, { handle: invite })
  serve(app, context, team.inviteAgain, { handle: inviteAgain })
  serve(app, context, team.withdrawInvitation, { handle: withdrawInvitation })
  serve(app, context, team.changeRole, { handle: changeRole })
  serve(app, context, team.removeMember, { handle: removeMember })
  serve(app, context, team.leaveTeam, { handle: leaveTeam })
}

/**
 * The team without who has a second factor: a member without one can be signed in as by their password alone, which
 * only those who may change the team need to know.
 */
const withoutFactors = (read: Team, ownId: string): Team => ({
  ...read,
  members: read.members.map((member) =>
    member.personId === ownId ? member : { ...member, hasSecondFactor: null },
  ),
})

/** Whether the shop is stopped, and why, for the team: buyers read only that it is paused. */
function presentStop(tenant: Tenant, now: Date) {
  const { suspendedAt, suspensionReason, trialUntil } = tenant
  const why = shopStopOf(tenant, now)
  const since = why === 'suspended' ? suspendedAt : trialUntil
  const reason = why === 'suspended' ? suspensionReason : null
  return {
    stop: why && since && { why, since: since.toISOString(), reason },
    trialUntil: trialUntil?.toISOString() ?? null,
  }
}
