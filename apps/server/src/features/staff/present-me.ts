import type { Me } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { personRoleOf, RECENT_SIGN_IN_MINUTES, type Role, SECOND_FACTORS } from '@foyer/domain'
import type { Context, Tenant } from '../../context.ts'
import { membershipsOf } from '../../engine/staff/memberships.ts'
import { secondFactorsOf } from '../../engine/staff/second-factors-of.ts'
import type { StaffSession } from '../../engine/staff/sessions.ts'

/** The person of an open session, as the contract describes it. */
export async function presentMe(
  tx: PlatformTx,
  { cells, configuration }: Pick<Context, 'cells' | 'configuration'>,
  session: Omit<StaffSession, 'digest' | 'id' | 'state' | 'seenAt'>,
): Promise<Me> {
  const memberships = await membershipsOf(tx, cells, session.personId)
  const person = await tx
    .selectFrom('staff_people as p')
    .leftJoin('platform_operators as o', 'o.person_id', 'p.id')
    .select(['p.made_at', 'o.person_id as operator_id'])
    .where('p.id', '=', session.personId)
    .executeTakeFirstOrThrow()
  // Another process may have registered it less than a second ago.
  if (memberships.some(({ tenantId }) => !cells.tenant(tenantId))) await cells.reload()
  const organizers = memberships.flatMap(({ tenantId, role }) => {
    const tenant = cells.tenant(tenantId)
    return tenant ? [presentOrganizer(tenant, role)] : []
  })
  organizers.sort((a, b) => a.name.localeCompare(b.name))
  const { signedInAt, personId, factor } = session
  const beganWithTwo = SECOND_FACTORS.some((second) => second === factor)
  return {
    id: session.personId,
    name: session.name,
    email: session.email,
    username: session.email,
    role: personRoleOf(organizers.map(({ role }) => role)),
    createdAt: person.made_at.toISOString(),
    session: {
      factor: session.factor,
      signedInAt: signedInAt.toISOString(),
      recentUntil: new Date(signedInAt.getTime() + RECENT_SIGN_IN_MINUTES * 60_000).toISOString(),
      secondFactors: beganWithTwo ? await secondFactorsOf(tx, personId) : [],
      endsAt: session.endsAt.toISOString(),
    },
    organizers,
    mayRegister: configuration.current().isSignUpOpen,
    isOperator: person.operator_id !== null,
  }
}

/** An organizer, with the role of the person who asks. */
export const presentOrganizer = ({ slug, name, hue }: Tenant, role: Role) => ({
  slug,
  name,
  hue,
  role,
})
