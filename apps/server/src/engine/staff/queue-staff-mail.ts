import type { PlatformTx } from '@foyer/db'
import type { StaffMailDataOf, StaffMailKind } from '@foyer/domain'
import { newId } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'

type NewStaffMail = {
  [K in StaffMailKind]: {
    kind: K
    recipient: string
    data: StaffMailDataOf[K]
    /** Of its link; stored encrypted. */
    token?: string
  }
}[StaffMailKind]

/**
 * Puts a mail to staff into their outbox, in the transaction of the change that it reports. Call
 * `context.kickJobs(null)` after the commit, so that it is sent at once.
 */
export async function queueStaffMail(
  tx: PlatformTx,
  { secrets }: Pick<Context, 'secrets'>,
  mail: NewStaffMail,
): Promise<void> {
  const id = newId()
  await tx
    .insertInto('staff_mails')
    .values({
      id,
      kind: mail.kind,
      recipient: mail.recipient,
      data: JSON.stringify(mail.data),
      sealed_token: mail.token ? secrets.seal(mailOwner(id), mail.token) : null,
    })
    .execute()
}

/** Whom the token of a mail is sealed for. */
export const mailOwner = (mailId: string): string => `mail/${mailId}`
