import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A new pair of RSA keys in PEM. */
export const rsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

export interface Certified {
  certificate: string
  key: string
}

/** The kind of a name in a certificate. */
const IP_ADDRESS = 7
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** A certificate in PEM for a name, signed by another or by itself. */
export function certificateOf(name: string, issuer?: Certified): Certified {
  const pair = rsaKeys()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - DAY_MILLISECONDS)
  certificate.validity.notAfter = new Date(Date.now() + DAY_MILLISECONDS)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(
    issuer ? forge.pki.certificateFromPem(issuer.certificate).subject.attributes : subject,
  )
  certificate.setExtensions([
    issuer
      ? { name: 'subjectAltName', altNames: [{ type: IP_ADDRESS, ip: '127.0.0.1' }] }
      : { name: 'basicConstraints', cA: true },
  ])
  certificate.sign(
    forge.pki.privateKeyFromPem((issuer ?? { key: pair.privateKey }).key),
    forge.md.sha256.create(),
  )
  return { certificate: forge.pki.certificateToPem(certificate), key: pair.privateKey }
}
