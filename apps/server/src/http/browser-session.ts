import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../adapters/ids.ts'

const COOKIE = 'foyer_browser'
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/**
 * Who a browser is: an id in a signed, HttpOnly cookie, given out when there is first something to
 * own. `x-browser-id`, which the storefront's calls may carry, is accepted and proves nothing.
 */
export interface BrowserSession {
  /** The id, or null for a browser that owns nothing yet. */
  id(): string | null
  /** The id, made and sent with the answer where there was none. */
  ensure(): string
}

export function browserSession(request: FastifyRequest, reply: FastifyReply): BrowserSession {
  let id: string | null | undefined
  function read(): string | null {
    const cookie = request.cookies[COOKIE]
    const unsigned = cookie ? request.unsignCookie(cookie) : null
    return unsigned?.valid ? unsigned.value : null
  }
  const session: BrowserSession = {
    id() {
      if (id === undefined) id = read()
      return id
    },
    ensure() {
      const present = session.id()
      if (present) return present
      id = newId()
      reply.setCookie(COOKIE, id, {
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        path: '/',
        maxAge: MAX_AGE_SECONDS,
      })
      return id
    },
  }
  return session
}
