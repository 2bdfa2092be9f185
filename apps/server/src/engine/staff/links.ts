import type { PlatformTx } from '@foyer/db'
import { STAFF_LINK_HOURS, STAFF_LINK_PATHS, type StaffLinkKind } from '@foyer/domain'
import { newSecret } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'

/** Links of mails. Each works once and for a time; the database has the digests of their tokens. */

type LinkContext = Pick<Context, 'secrets' | 'clock'>

/** The invitation that a link is for. */
interface InvitationRef {
  tenantId: number
  id: string
}

export interface StaffLinkRow {
  digest: string
  kind: StaffLinkKind
  email: string
  name: string
  invitation: InvitationRef | null
  endsAt: Date
}

interface NewLink {
  kind: StaffLinkKind
  email: string
  name?: string
  invitation?: InvitationRef
}

/** Makes a link. Links of the same kind to the same address that are not used yet stop working. */
export async function makeLink(
  tx: PlatformTx,
  { secrets, clock }: LinkContext,
  { kind, email, name = '', invitation }: NewLink,
): Promise<{ token: string; endsAt: Date }> {
  const now = clock()
  const endsAt = new Date(now.getTime() + STAFF_LINK_HOURS[kind] * 60 * 60 * 1000)
  const token = newSecret()
  if (invitation) await endInvitationLinks(tx, invitation)
  else {
    await tx.deleteFrom('staff_links').where('kind', '=', kind).where('email', '=', email).execute()
  }
  await tx
    .insertInto('staff_links')
    .values({
      digest: secrets.staffDigest('link', token),
      kind,
      email,
      name,
      invitation_tenant: invitation?.tenantId ?? null,
      invitation_id: invitation?.id ?? null,
      made_at: now,
      ends_at: endsAt,
    })
    .execute()
  return { token, endsAt }
}

/** Stops the links of an invitation from working. */
export async function endInvitationLinks(
  tx: PlatformTx,
  { tenantId, id }: InvitationRef,
): Promise<void> {
  await tx
    .deleteFrom('staff_links')
    .where('invitation_tenant', '=', tenantId)
    .where('invitation_id', '=', id)
    .execute()
}

/** The link of a token; null if there is none or its time is over. Locks it until the transaction ends. */
export async function findLink(
  tx: PlatformTx,
  { secrets, clock }: LinkContext,
  token: string,
): Promise<StaffLinkRow | null> {
  const row = await tx
    .selectFrom('staff_links')
    .selectAll()
    .where('digest', '=', secrets.staffDigest('link', token))
    .where('ends_at', '>', clock())
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { digest, kind, email, name, invitation_tenant, invitation_id, ends_at } = row
  const invitation =
    invitation_tenant !== null && invitation_id !== null
      ? { tenantId: invitation_tenant, id: invitation_id }
      : null
  return { digest, kind, email, name, invitation, endsAt: ends_at }
}

/** Uses a link up. */
export async function useLink(tx: PlatformTx, { digest }: StaffLinkRow): Promise<void> {
  await tx.deleteFrom('staff_links').where('digest', '=', digest).execute()
}

/** The address of a link, with its token as the fragment, which browsers send to no server. */
export const linkUrl = (origin: string, kind: StaffLinkKind, token: string): string =>
  `${origin}${STAFF_LINK_PATHS[kind]}#${token}`
