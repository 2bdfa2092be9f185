import {
  type ErrorCode,
  granted,
  type Refused,
  type Result,
  type ResultOf,
  refused,
  type team,
} from '@foyer/contract'
import type { PlatformTx, TenantTx } from '@foyer/db'
import { mayChangeRole, type Role } from '@foyer/domain'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import type { Call } from '../../http/endpoint.ts'
import { notPermitted } from '../../http/principals/staff.ts'
import { readTeam } from './read-team.ts'

const OWNERS_ALONE = notPermitted({ permission: 'owners.change' })
const NO_MEMBER = refused('member_not_found', 'This person is not on the team any more.')
const LAST_OWNER = refused(
  'last_owner',
  'An organizer has at least one owner. Make somebody else an owner first.',
)

/** Changes the role of a member. */
export const changeRole = ({
  context,
  tenant,
  principal,
  params: { personId },
  body,
}: Call<typeof team.changeRole>): Promise<ResultOf<typeof team.changeRole>> =>
  context.home.withPlatform(async (tx) => {
    const name = await nameOf(tx, personId)
    const changed = await context.cells.inTenantWithin(tx, tenant.id, async (inside) => {
      const locked = await lockMember(inside, principal.session.personId, personId)
      if (!locked.ok) return locked
      const { by, role: from, owners } = locked.value
      if (!mayChangeRole(by, { from, to: body.role })) return OWNERS_ALONE
      if (from === body.role) return granted(null)
      if (from === 'owner' && owners === 1) return LAST_OWNER
      await inside
        .updateTable('staff_members')
        .set({ role: body.role })
        .where('person_id', '=', personId)
        .execute()
      await writeAuditEntry(inside, {
        personId: principal.session.personId,
        action: 'member.role_changed',
        entityId: personId,
        entityName: name,
        before: { role: from },
        after: { role: body.role },
      })
      return granted(null)
    })
    return changed.ok ? granted(await readTeam(tx, context, tenant.id)) : changed
  })

/** Removes a member, whose next call is refused. */
export const removeMember = ({
  context,
  tenant,
  principal,
  params: { personId },
}: Call<typeof team.removeMember>): Promise<ResultOf<typeof team.removeMember>> =>
  context.home.withPlatform(async (tx) => {
    const name = await nameOf(tx, personId)
    const removed = await context.cells.inTenantWithin(tx, tenant.id, async (inside) => {
      const locked = await lockMember(inside, principal.session.personId, personId)
      if (!locked.ok) return locked
      const { by, role, owners } = locked.value
      if (!mayChangeRole(by, { from: role })) return OWNERS_ALONE
      if (role === 'owner' && owners === 1) return LAST_OWNER
      await takeOff(inside, principal.session.personId, { personId, name, role })
      return granted(null)
    })
    return removed.ok ? granted(await readTeam(tx, context, tenant.id)) : removed
  })

/** Removes the person who asks from the team. */
export const leaveTeam = ({
  context,
  tenant,
  principal: { session },
}: Call<typeof team.leaveTeam>): Promise<ResultOf<typeof team.leaveTeam>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const locked = await lockMember(tx, session.personId, session.personId)
    if (locked.ok) {
      const { role, owners } = locked.value
      if (role === 'owner' && owners === 1) return LAST_OWNER
      await takeOff(tx, session.personId, { personId: session.personId, name: session.email, role })
    }
    return granted({ left: true as const })
  })

/** The address of a person, by which the log names them. */
async function nameOf(tx: PlatformTx, personId: string): Promise<string> {
  const person = await tx
    .selectFrom('staff_people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst()
  return person?.email ?? ''
}

interface LockedMember {
  /** The role of the person who asks, as it is now. */
  by: Role
  /** The role of the member that the call is about. */
  role: Role
  owners: number
}

/**
 * Locks the owners of an organizer, the member and the person who asks, in the order of their ids, so
 * that two owners who remove each other at the same moment do so one after the other.
 */
async function lockMember(
  tx: TenantTx,
  byId: string,
  personId: string,
): Promise<Result<LockedMember, Extract<ErrorCode, 'member_not_found' | 'not_permitted'>>> {
  const rows = await tx
    .selectFrom('staff_members')
    .select(['person_id', 'role'])
    .where((where) =>
      where.or([where('role', '=', 'owner'), where('person_id', 'in', [byId, personId])]),
    )
    .orderBy('person_id')
    .forUpdate()
    .execute()
  const by = rows.find((row) => row.person_id === byId)
  const member = rows.find((row) => row.person_id === personId)
  if (!by) return removedMeanwhile()
  if (!member) return NO_MEMBER
  const owners = rows.filter(({ role }) => role === 'owner').length
  return granted({ by: by.role, role: member.role, owners })
}

/** Somebody has removed the person who asks since the call began. */
const removedMeanwhile = (): Refused<'not_permitted'> =>
  notPermitted({ permission: 'organizer.open' })

async function takeOff(
  tx: TenantTx,
  byId: string,
  { personId, name, role }: { personId: string; name: string; role: Role },
): Promise<void> {
  await tx.deleteFrom('staff_members').where('person_id', '=', personId).execute()
  await writeAuditEntry(tx, {
    personId: byId,
    action: byId === personId ? 'member.left' : 'member.removed',
    entityId: personId,
    entityName: name,
    before: { role },
  })
}
