import { sign } from 'node:crypto'

/** A JSON Web Token (RS256), signed with a service account's key in PEM. */
export function signedToken(privateKey: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
