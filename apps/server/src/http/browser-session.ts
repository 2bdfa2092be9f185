import type { FastifyReply, FastifyRequest } from 'fastify'
import { browserIdOf, newToken } from '../adapters/ids.ts'

const COOKIE = 'foyer_browser'
const TOKEN = new RegExp(`(?:^|;) *${COOKIE}=([0-9a-f-]{36})(?:;|$)`)
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/**
 * Who a browser is: the digest of a random token in its HttpOnly cookie, given out when there is
 * first something to own. The token is kept nowhere here, so whoever reads the database or a log
 * finds nothing to show at the door. `x-browser-id`, which the storefront's calls may carry, is
 * accepted and proves nothing.
 */
export interface BrowserSession {
  /** The id, or null for a browser that owns nothing yet. */
  id(): string | null
  /** The id; its token is made and sent with the answer where there was none. */
  ensure(): string
}

export function browserSession(request: FastifyRequest, reply: FastifyReply): BrowserSession {
  let id: string | null | undefined
  function read(): string | null {
    const token = TOKEN.exec(request.headers.cookie ?? '')?.[1]
    return token ? browserIdOf(token) : null
  }
  const session: BrowserSession = {
    id() {
      if (id === undefined) id = read()
      return id
    },
    ensure() {
      const present = session.id()
      if (present) return present
      const token = newToken()
      id = browserIdOf(token)
      // One constant line: a cookie library takes a third of the time of a small request for it.
      const secure = request.protocol === 'https' ? '; Secure' : ''
      const attributes = `Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
      reply.header('set-cookie', `${COOKIE}=${token}; ${attributes}`)
      return id
    },
  }
  return session
}
