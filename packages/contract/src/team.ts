import { PERMISSIONS, type Permission, ROLES, SHOP_STOPS } from '@foyer/domain'
import * as z from 'zod/mini'
import { RECENT_STAFF_ERRORS, recentStaffWho, STAFF_ERRORS, staffWho } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, email, instant, uuid } from './fields.ts'
import { BACK_OFFICE, STAFF_LINK } from './limits.ts'

/**
 * The team of an organizer. The request names the organizer as everywhere (X-Brand-Path; without it,
 * the default tenant), on the main host alone.
 */

const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[]

const role = z.enum(ROLES)

const memberSchema = z.object({
  personId: uuid,
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: instant,
  /** When one of their sessions was last used; null if all have ended. */
  seenAt: z.nullable(instant),
  /** Null if the reader may not change the team; everybody reads their own. */
  hasSecondFactor: z.nullable(z.boolean()),
})

const invitationSchema = z.object({
  id: uuid,
  email: z.string(),
  role,
  sentAt: instant,
  endsAt: instant,
  hasEnded: z.boolean(),
  /** Null: the platform's operator. */
  invitedBy: z.nullable(z.string()),
})

const teamSchema = z.object({
  /** By role, then by name. */
  members: z.array(memberSchema),
  /** The newest first. */
  invitations: z.array(invitationSchema),
})
export type Team = z.output<typeof teamSchema>

const change = { admission: 'finish', limits: BACK_OFFICE } as const

export const team = {
  getOrganizer: endpoint({
    method: 'GET',
    path: '/api/admin/organizer',
    access: staffWho('organizer.open'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The organizer, and what the person who asks may do there',
    output: z.object({
      slug: z.string(),
      name: z.string(),
      hue: z.number(),
      currency,
      locale: z.string(),
      supportEmail: z.string(),
      /** What new venues are offered, an IANA name; empty: none. */
      timeZone: z.string(),
      /** The shop's canonical URL, without a trailing slash. */
      siteUrl: z.string(),
      /** Why the shop sells nothing new; null: it may. */
      stop: z.nullable(
        z.object({
          why: z.enum(SHOP_STOPS),
          since: instant,
          /** What the platform's operator wrote; null after a trial. */
          reason: z.nullable(z.string()),
        }),
      ),
      /** Until when it may sell without the operator's yes; null: without end. */
      trialUntil: z.nullable(instant),
      role,
      permissions: z.array(z.enum(PERMISSION_NAMES)),
    }),
    errors: [...STAFF_ERRORS],
  }),
  getTeam: endpoint({
    method: 'GET',
    path: '/api/admin/team',
    access: staffWho('team.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    summary: 'The members of the team and the invitations that were not accepted yet',
    output: teamSchema,
    errors: [...STAFF_ERRORS],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/team/invitations',
    access: recentStaffWho('team.change'),
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Invites an address to the team, by a mail with a link',
    status: 201,
    body: z.object({ email, role }),
    output: teamSchema,
    errors: [...RECENT_STAFF_ERRORS, 'already_member', 'rate_limited'],
  }),
  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/admin/team/invitations/:invitationId/send-again',
    access: recentStaffWho('team.change'),
    admission: 'finish',
    limits: STAFF_LINK,
    summary: 'Sends an invitation again, with a new link; the one before no longer works',
    params: z.object({ invitationId: uuid }),
    output: teamSchema,
    errors: [...RECENT_STAFF_ERRORS, 'invitation_not_found', 'rate_limited'],
  }),
  withdrawInvitation: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/admin/team/invitations/:invitationId',
    access: staffWho('team.change'),
    summary: 'Withdraws an invitation: its link no longer works',
    params: z.object({ invitationId: uuid }),
    output: teamSchema,
    errors: [...STAFF_ERRORS, 'invitation_not_found'],
  }),
  changeRole: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/admin/team/members/:personId',
    access: recentStaffWho('team.change'),
    summary: 'Changes the role of a member; the last owner keeps theirs',
    params: z.object({ personId: uuid }),
    body: z.object({ role }),
    output: teamSchema,
    errors: [...RECENT_STAFF_ERRORS, 'member_not_found', 'last_owner'],
  }),
  removeMember: endpoint({
    ...change,
    method: 'DELETE',
    path: '/api/admin/team/members/:personId',
    access: recentStaffWho('team.change'),
    summary: 'Removes a member from the team, at once',
    params: z.object({ personId: uuid }),
    output: teamSchema,
    errors: [...RECENT_STAFF_ERRORS, 'member_not_found', 'last_owner'],
  }),
  leaveTeam: endpoint({
    ...change,
    method: 'POST',
    path: '/api/admin/team/leave',
    access: recentStaffWho('organizer.open'),
    summary: 'Removes the person who asks from the team; the last owner stays',
    output: z.object({ left: z.literal(true) }),
    errors: [...RECENT_STAFF_ERRORS, 'last_owner'],
  }),
} as const
