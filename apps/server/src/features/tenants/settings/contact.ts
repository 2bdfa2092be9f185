import { granted, type ResultOf, refused, type settingsAddress } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { Context, Tenant } from '../../../context.ts'
import { changeSetting } from '../../../engine/organizer/change-setting.ts'
import { changeContact } from '../../../engine/organizer/registry.ts'
import { platformEmail } from '../../../engine/organizer/sender.ts'
import type { Call } from '../../../http/endpoint.ts'
import { domainOf, missingForSender } from './domain-dns.ts'
import { noteProof } from './domain-proofs.ts'

/** Who mails come from, where questions go, and language, money and time. */
export async function readContact(tx: TenantTx, { tenants }: Context, tenantId: number) {
  const row = await tx
    .selectFrom('tenants')
    .select(['support_email', 'sender_name', 'sender_email', 'reply_to'])
    .select(['locale', 'currency', 'time_zone'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { locale, currency } = row
  const ours = platformEmail(tenants) || row.support_email
  return {
    ...{ locale, currency },
    supportEmail: row.support_email,
    senderName: row.sender_name,
    replyTo: row.reply_to ?? '',
    isSender: row.sender_email === row.support_email,
    timeZone: row.time_zone,
    senderEmail: row.sender_email ?? ours,
    platformEmail: ours,
  }
}

/**
 * Changes them. A support address that mails shall come from is looked up first: receivers reject mails
 * of a domain that does not allow the server that sends them.
 */
export async function changeShopContact({
  context,
  tenant,
  principal,
  body,
}: Call<typeof settingsAddress.changeContact>): Promise<
  ResultOf<typeof settingsAddress.changeContact>
> {
  const { version, isSender, supportEmail } = body
  const ours = platformEmail(context.tenants) || supportEmail
  // Outside the transaction: the DNS may take seconds.
  const refusal = isSender ? await whyNotSender(context, tenant, supportEmail, ours) : null
  return changeSetting(context, tenant, {
    version,
    read: (tx) => readContact(tx, context, tenant.id),
    audit: {
      personId: principal.session.personId,
      action: 'organizer.contact_changed',
      entityId: tenant.slug,
      entityName: tenant.name,
    },
    write: async (tx, current) => {
      // What the operator has set up stays, although the DNS may say it in another way.
      const isUnchanged = current.isSender && current.supportEmail === supportEmail
      if (refusal && !isUnchanged) return refusal
      await changeContact(tx, {
        support_email: supportEmail,
        sender_name: body.senderName,
        sender_email: isSender ? supportEmail : null,
        reply_to: body.replyTo || null,
        locale: body.locale,
        currency: body.currency,
        time_zone: body.timeZone,
      })
      const domain = domainOf(supportEmail)
      if (isSender && !refusal && domain !== domainOf(ours)) {
        await noteProof(tx, context, domain)
      }
      return granted(null)
    },
  })
}

/** Why mails may not come from an address; null if they may. */
async function whyNotSender(context: Context, tenant: Tenant, email: string, ours: string) {
  if (email === ours) return null
  const domain = domainOf(email)
  if (domain === domainOf(ours)) {
    return refused(
      'sender_not_allowed',
      `Addresses of ${domain} are the platform's. Choose one of a domain of your own.`,
    )
  }
  const records = await missingForSender(context, tenant, email, ours)
  if (records.length === 0) return null
  const lines = records.map(({ name, value }) => `${name}: "${value}"`)
  return refused(
    'sender_not_allowed',
    `The DNS of ${domain} does not show yet that it is yours and that we may send its mails. Add as TXT ${lines.join(' and ')}, wait some minutes, and save again.`,
    { records },
  )
}
