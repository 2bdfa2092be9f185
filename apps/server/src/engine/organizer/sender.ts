import type { Context, Tenant } from '../../context.ts'

/** The platform's address, which the operator has set up the mail server for; '' without a tenant. */
export const platformEmail = (tenants: Pick<Context['tenants'], 'platform'>): string =>
  tenants.platform().supportEmail

/**
 * Who mails to buyers come from. The mail server may send for the platform's domain; for another one
 * only where its DNS says so, and then `senderEmail` is set. Answers always go to the tenant.
 */
export function senderOf(
  tenants: Pick<Context['tenants'], 'platform'>,
  { name, senderName, senderEmail, replyTo, supportEmail }: Tenant,
): { from: { name: string; address: string }; replyTo: string } {
  const address = senderEmail ?? (platformEmail(tenants) || supportEmail)
  return { from: { name: senderName || name, address }, replyTo: replyTo ?? supportEmail }
}
