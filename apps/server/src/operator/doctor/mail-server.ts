import nodemailer from 'nodemailer'
import { SMTP_TIMEOUTS } from '../../adapters/smtp-mailer.ts'
import { isLocalName } from '../../env-production.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'
import { reasonOf } from './send-request.ts'

/** Connects to the mail server, asks for TLS, and signs in. Sends nothing. */
export async function checkMailServer(smtpUrl: string | null): Promise<Finding[]> {
  const name = 'mail-server'
  if (!smtpUrl) return [skipped(name, 'SMTP_URL is not set.')]
  const { protocol, hostname, host, username } = new URL(smtpUrl)
  const mayBePlain = protocol === 'smtps:' || isLocalName(hostname)
  const signedIn = username ? 'takes our sign-in' : 'asks for no sign-in'
  const first = await verify(smtpUrl, !mayBePlain)
  if (first === null) {
    const how = protocol === 'smtps:' || !mayBePlain ? 'with TLS' : 'on this machine'
    return [ok(name, `${host} answers ${how} and ${signedIn}.`)]
  }
  if (!mayBePlain && (await verify(smtpUrl, false)) === null) {
    return [
      failed(
        name,
        `${host} offers no TLS: passwords and order links cross the network in clear.`,
        'Use a mail server with STARTTLS, or smtps:// in SMTP_URL.',
      ),
    ]
  }
  return [
    failed(
      name,
      `${host} cannot be used: ${first.reason}.`,
      first.isSignIn
        ? 'Correct the user and the password in SMTP_URL (special characters as %40), or leave them out.'
        : 'Check host and port of SMTP_URL, and that this machine may connect there.',
    ),
  ]
}

/** Returns null if the mail server can be used. */
async function verify(
  url: string,
  requireTLS: boolean,
): Promise<{ reason: string; isSignIn: boolean } | null> {
  // Otherwise a server that offers no sign-in would seem to accept the credentials.
  const forceAuth = new URL(url).username !== ''
  const transport = nodemailer.createTransport({ ...SMTP_TIMEOUTS, requireTLS, forceAuth, url })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const isSignIn = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    return { reason: isSignIn ? 'it refuses our sign-in' : reasonOf(error), isSignIn }
  } finally {
    transport.close()
  }
}
