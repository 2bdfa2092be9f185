import type { Me } from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import { SESSION_DAYS, type SignInFactor } from '@foyer/domain'
import type { Context } from '../../context.ts'
import { beginSession, knowBrowser } from '../../engine/staff/sessions.ts'
import type { Guest } from '../../http/principals/staff.ts'
import { presentMe } from './present-me.ts'

interface SignedInPerson {
  id: string
  name: string
  email: string
}

/** A session that begins when its transaction is committed. */
interface OpenedSession {
  me: Me
  /** Sets the cookies; called after the commit. */
  sendCookies(): void
}

/** Signs a person in, by what they have proved, in place of the session that this browser had. */
export async function openSession(
  tx: PlatformTx,
  context: Context,
  guest: Guest,
  { person, factor }: { person: SignedInPerson; factor: SignInFactor },
): Promise<OpenedSession> {
  const { cookies, device, network } = guest
  const token = await beginSession(tx, context, {
    personId: person.id,
    state: 'open',
    factor,
    before: guest.session?.digest ?? null,
    device,
    network,
  })
  const browser = await knowBrowser(tx, context, { ...person, device, network }, cookies.browser())
  const signedInAt = context.clock()
  const me = await presentMe(tx, context, {
    personId: person.id,
    name: person.name,
    email: person.email,
    factor,
    signedInAt,
    endsAt: new Date(signedInAt.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000),
  })
  return { me, sendCookies: () => cookies.set(token, browser) }
}

/** Runs the transaction of a sign-in, then sends its cookies and has its mails sent. */
export async function signInWithin<R extends OpenedSession | null>(
  context: Context,
  work: (tx: PlatformTx) => Promise<R>,
): Promise<R> {
  const opened = await context.home.withPlatform(work)
  opened?.sendCookies()
  context.kickJobs(null)
  return opened
}
