import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import forge from 'node-forge'

export interface TlsProxy {
  /** https://localhost:port */
  url: string
  /** The certificate of its own authority, in PEM. */
  ca: string
  /** Where requests are sent. Tests change how the proxy alters them. */
  target: string
  forwardedFor: 'append' | 'replace' | 'keep'
  host: 'keep' | 'own'
  changeHeaders(headers: Record<string, string | string[] | undefined>): void
  close(): Promise<void>
}

/** A proxy for HTTPS, as in production; its certificate is valid for `days`. */
export async function startTlsProxy(days = 90): Promise<TlsProxy> {
  const { cert, key } = selfSigned(days)
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    const { host, port } = new URL(proxy.target)
    const headers = { ...incoming.headers }
    const peer = incoming.socket.remoteAddress ?? ''
    const before = headers['x-forwarded-for']
    if (proxy.forwardedFor === 'append') {
      headers['x-forwarded-for'] = before ? `${String(before)}, ${peer}` : peer
    } else if (proxy.forwardedFor === 'replace') headers['x-forwarded-for'] = peer
    if (proxy.host === 'own') headers.host = host
    const passed = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      (response) => {
        const answered = { ...response.headers }
        proxy.changeHeaders(answered)
        outgoing.writeHead(response.statusCode ?? 502, answered)
        response.pipe(outgoing)
      },
    )
    passed.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: TlsProxy = {
    url: `https://localhost:${port}`,
    ca: cert,
    target: '',
    forwardedFor: 'append',
    host: 'keep',
    changeHeaders: () => {},
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

function selfSigned(days: number): { cert: string; key: string } {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 60_000)
  certificate.validity.notAfter = new Date(Date.now() + (days + 0.5) * 86_400_000)
  const subject = [{ name: 'commonName', value: 'localhost' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ])
  certificate.sign(privateKey, forge.md.sha256.create())
  return {
    cert: forge.pki.certificateToPem(certificate),
    key: forge.pki.privateKeyToPem(privateKey),
  }
}
