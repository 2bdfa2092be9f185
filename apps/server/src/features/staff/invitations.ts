import { granted, type Result, type ResultOf, refused, type staff } from '@foyer/contract'
import type { PlatformTx, TenantTx } from '@foyer/db'
import type { Role } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { findLink, type StaffLinkRow, useLink } from '../../engine/staff/links.ts'
import type { Call } from '../../http/endpoint.ts'
import { openSession, signInWithin } from './open-session.ts'
import { presentOrganizer } from './present-me.ts'
import { LINK_ENDED, PASSWORDS_BUSY, refusedPassword } from './refusals.ts'
import { makePerson, personOf } from './sign-up.ts'

const FOR_OTHER = refused(
  'invitation_for_other',
  'This invitation is for another address. Sign out, and open its link again.',
)
const ALREADY_MEMBER = refused('already_member', 'You are on this team already.')

/** What a link opens; it stays unused. */
export async function readStaffLink({
  context,
  body: { token },
}: Call<typeof staff.readStaffLink>): Promise<ResultOf<typeof staff.readStaffLink>> {
  return context.home.withPlatform(async (tx) => {
    const link = await findLink(tx, context, token)
    if (!link) return LINK_ENDED
    const person = await personOf(tx, link.email)
    const invitation = await invitationOf(tx, context, link)
    if (link.kind === 'invitation' && !invitation) return LINK_ENDED
    const inviter = invitation?.invitedBy
      ? await tx
          .selectFrom('staff_people')
          .select('name')
          .where('id', '=', invitation.invitedBy)
          .executeTakeFirst()
      : undefined
    return granted({
      kind: link.kind,
      email: link.email,
      name: person?.name ?? link.name,
      hasAccount: person !== undefined,
      invitation: invitation && {
        organizer: invitation.organizer,
        role: invitation.role,
        invitedBy: inviter?.name ?? null,
      },
      endsAt: link.endsAt.toISOString(),
    })
  })
}

/** Makes the account of an invited person, who has none, and adds it to the team. */
export async function joinByInvitation({
  context,
  principal: guest,
  body,
}: Call<typeof staff.joinByInvitation>): Promise<ResultOf<typeof staff.joinByInvitation>> {
  const found = await context.home.withPlatform((tx) => findLink(tx, context, body.token))
  if (found?.kind !== 'invitation') return LINK_ENDED
  const { email } = found
  const problem = refusedPassword(body.password, { name: body.name, email })
  if (problem) return problem
  const hash = await context.passwords.hash(body.password)
  if (hash === null) return PASSWORDS_BUSY
  const opened = await signInWithin(context, async (tx) => {
    const link = await findLink(tx, context, body.token)
    if (!link?.invitation) return null
    // The same id at each try: the organizer may be in another cell, which has added it before.
    const { id } = link.invitation
    const person = await makePerson(tx, { id, name: body.name, email, hash })
    if (!person) return null
    const joined = await join(tx, context, link, person)
    // The link is locked, so its invitation is there, and a new person is on no team yet.
    if (!joined.ok) throw new Error(`A link without its invitation: ${joined.refusal.code}`)
    return openSession(tx, context, guest, { person, factor: 'link' })
  })
  return opened ? granted({ state: 'open' as const, me: opened.me }) : LINK_ENDED
}

/** Adds the person who is signed in to the team that invited their address. */
export async function acceptInvitation({
  context,
  principal: { session },
  body: { token },
}: Call<typeof staff.acceptInvitation>): Promise<ResultOf<typeof staff.acceptInvitation>> {
  return context.home.withPlatform(async (tx) => {
    const link = await findLink(tx, context, token)
    if (link?.kind !== 'invitation') return LINK_ENDED
    if (link.email !== session.email) return FOR_OTHER
    const joined = await join(tx, context, link, { id: session.personId, email: session.email })
    if (!joined.ok) return joined
    const tenant = context.cells.tenant(joined.value.tenantId)
    return tenant ? granted(presentOrganizer(tenant, joined.value.role)) : LINK_ENDED
  })
}

/** Uses an invitation and its link up. */
async function join(
  tx: PlatformTx,
  context: Context,
  link: StaffLinkRow,
  person: { id: string; email: string },
): Promise<Result<{ tenantId: number; role: Role }, 'link_ended' | 'already_member'>> {
  const { invitation } = link
  if (!invitation) return LINK_ENDED
  const { tenantId, id } = invitation
  const joined = await context.cells.inTenantWithin(tx, tenantId, async (tenant) => {
    const invited = await tenant
      .deleteFrom('staff_invitations')
      .where('id', '=', id)
      .returning(['role', 'invited_by'])
      .executeTakeFirst()
    if (!invited) return joinedBefore(tenant, tenantId, person.id)
    const { role } = invited
    const { numInsertedOrUpdatedRows } = await tenant
      .insertInto('staff_members')
      .values({ tenant_id: tenantId, person_id: person.id, role, joined_at: context.clock() })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) return ALREADY_MEMBER
    await writeAuditEntry(tenant, {
      personId: person.id,
      action: 'member.joined',
      entityId: person.id,
      entityName: person.email,
      after: { role },
    })
    return granted({ tenantId, role })
  })
  if (joined.ok || joined.refusal.code === 'already_member') await useLink(tx, link)
  return joined
}

/**
 * The link is there and its invitation is not: another cell has committed the invitation's end, and the
 * home cell has not committed the rest.
 */
async function joinedBefore(
  tenant: TenantTx,
  tenantId: number,
  personId: string,
): Promise<Result<{ tenantId: number; role: Role }, 'link_ended'>> {
  const member = await tenant
    .selectFrom('staff_members')
    .select('role')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return member ? granted({ tenantId, role: member.role }) : LINK_ENDED
}

async function invitationOf(tx: PlatformTx, context: Context, { invitation }: StaffLinkRow) {
  const tenant = invitation && context.cells.tenant(invitation.tenantId)
  if (!invitation || !tenant) return null
  const row = await context.cells.inTenantWithin(tx, tenant.id, (inside) =>
    inside
      .selectFrom('staff_invitations')
      .select(['role', 'invited_by'])
      .where('id', '=', invitation.id)
      .executeTakeFirst(),
  )
  return row ? { organizer: tenant.name, role: row.role, invitedBy: row.invited_by } : null
}
