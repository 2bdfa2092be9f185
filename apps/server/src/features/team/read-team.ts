import type { Team } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { ROLES } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { idleSince } from '../../engine/staff/sessions.ts'

/**
 * The team of an organizer. Members are rows of the tenant and their names are not, so both are read
 * one after the other.
 */
export async function readTeam(
  tx: PlatformTx,
  { cells, clock }: Pick<Context, 'cells' | 'clock'>,
  tenantId: number,
): Promise<Team> {
  const now = clock()
  const { members, invitations } = await cells.inTenantWithin(tx, tenantId, async (tenant) => ({
    members: await tenant
      .selectFrom('staff_members')
      .select(['person_id', 'role', 'joined_at'])
      .execute(),
    invitations: await tenant
      .selectFrom('staff_invitations')
      .select(['id', 'email', 'role', 'sent_at', 'ends_at', 'invited_by'])
      .orderBy('sent_at', 'desc')
      .orderBy('id')
      .execute(),
  }))
  const people = await readPeople(tx, now, [
    ...members.map(({ person_id }) => person_id),
    ...invitations.flatMap(({ invited_by }) => invited_by ?? []),
  ])
  return {
    members: members
      .flatMap(({ person_id, role, joined_at }) => {
        const person = people.get(person_id)
        return person
          ? [{ ...person, personId: person_id, role, joinedAt: joined_at.toISOString() }]
          : []
      })
      .sort(
        (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || a.name.localeCompare(b.name),
      ),
    invitations: invitations.map(({ id, email, role, sent_at, ends_at, invited_by }) => ({
      id,
      email,
      role,
      sentAt: sent_at.toISOString(),
      endsAt: ends_at.toISOString(),
      hasEnded: ends_at <= now,
      invitedBy: (invited_by && people.get(invited_by)?.name) ?? null,
    })),
  }
}

/** What a team sees of people, by id. */
async function readPeople(tx: PlatformTx, now: Date, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('staff_people as p')
    .leftJoin('staff_totp as t', (join) =>
      join.onRef('t.person_id', '=', 'p.id').on('t.secret', 'is not', null),
    )
    .select(({ selectFrom, exists }) => [
      'p.id',
      'p.name',
      'p.email',
      't.person_id as totp',
      exists(
        selectFrom('staff_passkeys as k').select('k.id').whereRef('k.person_id', '=', 'p.id'),
      ).as('hasPasskey'),
      selectFrom('staff_sessions as s')
        .select(({ fn }) => fn.max('s.seen_at').as('at'))
        .whereRef('s.person_id', '=', 'p.id')
        .where('s.state', '=', 'open')
        .where('s.ends_at', '>', now)
        .where('s.seen_at', '>', idleSince(now))
        .as('seenAt'),
    ])
    .where('p.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map(({ id, name, email, totp, hasPasskey, seenAt }) => [
      id,
      {
        name,
        email,
        hasSecondFactor: totp !== null || Boolean(hasPasskey),
        seenAt: seenAt ? new Date(seenAt).toISOString() : null,
      },
    ]),
  )
}
