import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Secrets } from '../adapters/secrets.ts'
import type { Context } from '../context.ts'
import { BrowserSession } from './browser-session.ts'
import { refuse } from './endpoint.ts'
import type { Forwarded } from './forwarded.ts'
import { NOT_FOUND } from './refusals.ts'

/** Below /healthz, so that a proxy that forwards health checks forwards this as well. */
export const DEPLOYMENT_PATH = '/healthz/deployment'

/** A request as the server sees it after it has passed all proxies. */
export const deploymentView = z.object({
  /**
   * Proves that the response comes from a server with the same APP_SECRET, and is not a recording.
   */
  proof: z.string(),
  /** The address by which limits count the client. */
  address: z.string(),
  /** X-Forwarded-For as it arrived; null without one. */
  forwardedFor: z.nullable(z.string()),
  host: z.string(),
  /** The clock of the server's process, in milliseconds since 1970. */
  now: z.number(),
})
export type DeploymentView = z.infer<typeof deploymentView>

/** How long a challenge is valid. Clocks may differ, and the doctor is to find that out. */
const VALID_MS = 15 * 60_000

/** The doctor's Authorization header, and the proof that the response must carry. */
export function deploymentChallenge(secrets: Secrets, now: number) {
  const challenge = `${now}.${randomBytes(12).toString('base64url')}`
  return {
    authorization: `Foyer ${challenge}.${secrets.deploymentProof('question', challenge)}`,
    expected: secrets.deploymentProof('answer', challenge),
  }
}

/**
 * `GET /healthz/deployment`, for `npm run doctor`. Only a client that has APP_SECRET may call it;
 * others get a 404. It describes only the caller's own request, and sets the cookie that a purchase
 * would set, so that a proxy which changes cookies is detected.
 */
export function deploymentRoute(
  app: FastifyInstance,
  { secrets, clock }: Context,
  forwarded: Forwarded,
): void {
  app.get(DEPLOYMENT_PATH, (request, reply) => {
    const now = clock().getTime()
    const challenge = challengeIn(secrets, request.headers.authorization ?? '', now)
    if (challenge === null) return refuse(reply, NOT_FOUND.refusal)
    const browser = new BrowserSession({ headers: {}, isHttps: forwarded.isHttps })
    browser.ensure()
    const view: DeploymentView = {
      proof: secrets.deploymentProof('answer', challenge),
      address: forwarded.addressOf(request.raw),
      forwardedFor: request.headers['x-forwarded-for']?.toString() ?? null,
      host: request.headers.host ?? '',
      now,
    }
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', browser.newCookie() ?? '')
      .send(view)
  })
}

/** Null if the caller does not know the secret, or the request is a recording. */
function challengeIn(secrets: Secrets, authorization: string, now: number): string | null {
  const [, sentAt = '', nonce = '', proof = ''] =
    /^Foyer (\d{1,15})\.([\w-]{16})\.([\w-]+)$/.exec(authorization) ?? []
  const challenge = `${sentAt}.${nonce}`
  const expected = Buffer.from(secrets.deploymentProof('question', challenge))
  const given = Buffer.from(proof)
  const isKnown = given.length === expected.length && timingSafeEqual(given, expected)
  return isKnown && Math.abs(now - Number(sentAt)) <= VALID_MS ? challenge : null
}
