/**
 * `npm run wallets`: stand-ins of both wallets for a shop on this machine, with a phone. Prints the
 * variables to start the shop with, and what arrives.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startApns } from './apns.ts'
import { certificateOf, rsaKeys } from './certificates.ts'
import { startGoogleApi } from './google.ts'
import { Phone } from './phone.ts'
import { portOf } from './port-of.ts'

const FOLDER = resolve('.foyer/wallets')
const PASS_TYPE_ID = 'pass.example.tickets'
const EMAIL = 'tickets@example.iam.gserviceaccount.com'

const write = async (name: string, content: string): Promise<string> => {
  const file = resolve(FOLDER, name)
  await writeFile(file, content, { mode: 0o600 })
  return file
}
const print = (line: string) => process.stdout.write(`${line}\n`)

await mkdir(FOLDER, { recursive: true })
const authority = certificateOf('Stand-in of Apple')
const signer = certificateOf(PASS_TYPE_ID, authority)
const account = rsaKeys()
const apns = await startApns()
const google = await startGoogleApi({ email: EMAIL, publicKey: account.publicKey })
google.onCall = (call) => print(`Google: ${call}`)
const phone = new Phone(apns)
phone.onAnswer = (answer) => print(`Phone: ${answer}`)

/** The phone adds the pass, or Google the link, that is posted to this address. */
async function take(request: IncomingMessage): Promise<string> {
  const body = await buffer(request)
  if (request.url === '/save') {
    google.pressSave(body.toString().trim())
    return `Google has ${google.objects.size} passes\n`
  }
  await phone.add(body)
  return `The phone has ${phone.serialNumbers.length} passes\n`
}
const desk = createServer((request, response) => {
  take(request).then(
    (text) => response.end(text),
    (error: Error) => response.writeHead(400).end(`${error.message}\n`),
  )
})
await new Promise<void>((done) => desk.listen(0, '127.0.0.1', done))

const variables = {
  APPLE_PASS_TYPE_ID: PASS_TYPE_ID,
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_PASS_CERTIFICATE: await write('pass.pem', signer.certificate),
  APPLE_PASS_KEY: await write('pass.key', signer.key),
  APPLE_WWDR_CERTIFICATE: await write('authority.pem', authority.certificate),
  APPLE_PUSH_BASE: apns.origin,
  GOOGLE_WALLET_ISSUER_ID: '3388000000000000001',
  GOOGLE_WALLET_KEY: await write(
    'google.json',
    JSON.stringify({
      client_email: EMAIL,
      private_key: account.privateKey,
      token_uri: google.tokenUrl,
    }),
  ),
  GOOGLE_WALLET_API_BASE: google.origin,
}
print('Start the shop with:\n')
for (const [name, value] of Object.entries(variables)) print(`export ${name}=${value}`)
const address = `http://127.0.0.1:${portOf(desk)}`
print(`\nAdd a downloaded pass to the phone: curl --data-binary @ticket.pkpass ${address}`)
print(`Save a link to Google Wallet:       curl --data-binary LINK ${address}/save\n`)
