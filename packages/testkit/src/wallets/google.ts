import { createVerify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from './port-of.ts'

interface Resource {
  id: string
  [field: string]: unknown
}

/** A stand-in for the API of Google Wallet and the tokens of its service accounts. */
export interface GoogleApi {
  origin: string
  /** The address of the API. */
  url: string
  tokenUrl: string
  readonly classes: ReadonlyMap<string, Resource>
  readonly objects: ReadonlyMap<string, Resource>
  /** Called for each call with its answer: 'PATCH eventTicketObject 200'. */
  onCall(call: string): void
  /** While it is true, every call is answered with 503. */
  isDown: boolean
  /** Makes all access tokens invalid. */
  revokeTokens(): void
  /** Does what Google does with a link to save passes: it makes what it does not have yet. */
  pressSave(link: string): void
  close(): Promise<void>
}

export interface ServiceAccount {
  email: string
  publicKey: string
}

const SAVE = 'https://pay.google.com/gp/v/save/'
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Starts the stand-in on a free port of this machine, for one service account. */
export async function startGoogleApi(account: ServiceAccount): Promise<GoogleApi> {
  const kinds = {
    eventTicketClass: new Map<string, Resource>(),
    eventTicketObject: new Map<string, Resource>(),
  }
  const { eventTicketClass: classes, eventTicketObject: objects } = kinds
  const tokens = new Set<string>()
  let issued = 0

  function answerTo(
    { method, url = '', headers }: IncomingMessage,
    body: string,
  ): [number, object] {
    if (google.isDown) return [503, problem(503, 'UNAVAILABLE')]
    if (method === 'POST' && url === '/token') return tokenFor(body)
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.has(token)) return [401, problem(401, 'UNAUTHENTICATED')]
    const [, kind = '', id] = /^\/walletobjects\/v1\/(\w+)(?:\/(.+))?$/.exec(url) ?? []
    if (kind !== 'eventTicketClass' && kind !== 'eventTicketObject') {
      return [404, problem(404, 'NOT_FOUND')]
    }
    return change(kind, method, id && decodeURIComponent(id), JSON.parse(body || '{}'))
  }

  function change(
    kind: keyof typeof kinds,
    method: string | undefined,
    id: string | undefined,
    given: Resource,
  ): [number, object] {
    const known = kinds[kind].get(id ?? given.id)
    const made = { ...known, ...given, id: id ?? given.id }
    if (method === 'POST' && known) return [409, problem(409, 'ALREADY_EXISTS')]
    if (method !== 'POST' && !known) return [404, problem(404, 'NOT_FOUND')]
    if (kind === 'eventTicketObject' && !classes.has(String(Reflect.get(made, 'classId')))) {
      return [400, problem(400, 'INVALID_ARGUMENT')]
    }
    kinds[kind].set(made.id, made)
    return [200, made]
  }

  function tokenFor(body: string): [number, object] {
    const form = new URLSearchParams(body)
    const claims = verified(account, form.get('assertion') ?? '')
    const isGood =
      form.get('grant_type') === GRANT &&
      claims?.iss === account.email &&
      claims.aud === google.tokenUrl &&
      claims.scope === SCOPE &&
      Number(claims.exp) > Date.now() / 1000
    if (!isGood) return [400, { error: 'invalid_grant' }]
    issued += 1
    const token = `ya29.${issued}`
    tokens.add(token)
    return [200, { access_token: token, expires_in: 3599, token_type: 'Bearer' }]
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const [status, answer] = answerTo(request, body)
    const [, , , kind = 'token'] = (request.url ?? '').split('/')
    google.onCall(`${request.method} ${kind} ${status}`)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  const google: GoogleApi = {
    origin: '',
    url: '',
    tokenUrl: '',
    classes,
    objects,
    onCall: () => {},
    isDown: false,
    revokeTokens: () => tokens.clear(),
    pressSave(link) {
      const claims = link.startsWith(SAVE) ? verified(account, link.slice(SAVE.length)) : null
      if (!claims) throw new Error('Google does not accept the link')
      const { eventTicketClasses, eventTicketObjects } = Object(claims.payload)
      for (const made of eventTicketClasses) change('eventTicketClass', 'POST', undefined, made)
      for (const made of eventTicketObjects) change('eventTicketObject', 'POST', undefined, made)
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  google.origin = `http://127.0.0.1:${portOf(server)}`
  google.url = `${google.origin}/walletobjects/v1`
  google.tokenUrl = `${google.origin}/token`
  return google
}

const problem = (code: number, status: string) => ({ error: { code, message: status, status } })

/** The claims of a token that the account signed; null if it did not. */
function verified({ publicKey }: ServiceAccount, token: string): Record<string, unknown> | null {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const verify = createVerify('sha256').update(`${head}.${claims}`)
  if (!verify.verify(publicKey, signature, 'base64url')) return null
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
