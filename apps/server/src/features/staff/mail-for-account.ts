import type { Database } from '@foyer/db'
import type { StaffMailData, StaffMailKind } from '@foyer/domain'

export interface DueStaffMail {
  id: string
  kind: StaffMailKind
  data: StaffMailData
  recipient: string
  sealedToken: string | null
  /** Includes this try. */
  attempts: number
  ageSeconds: number
}

/**
 * What a queued mail becomes once it is looked up whether its address has an account. Only the outbox asks
 * that: the calls that queue these mails do the same for every address, so that the time of an answer tells
 * nobody who has an account. Null: nothing is sent.
 */
export async function mailForAccount(
  registry: Database['registry'],
  mail: DueStaffMail,
): Promise<DueStaffMail | null> {
  const { kind, recipient } = mail
  if (kind !== 'reset' && kind !== 'sign_up') return mail
  const person = await registry
    .selectFrom('staff_people')
    .select('name')
    .where('email', '=', recipient)
    .executeTakeFirst()
  if (kind === 'sign_up' && !person) return mail
  if (kind === 'reset' && person) return { ...mail, data: { name: person.name } }
  // Nobody is sent this link.
  await registry
    .deleteFrom('staff_links')
    .where('kind', '=', kind)
    .where('email', '=', recipient)
    .execute()
  return person
    ? { ...mail, kind: 'account_exists', data: { name: person.name }, sealedToken: null }
    : null
}
