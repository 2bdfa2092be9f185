import { readPassSerial } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC, WALLET_PASS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { PASS, PASS_LOG } from './limits.ts'
import { fileSchema } from './tickets.ts'

/** The part of each address that passes name as `webServiceURL`; phones append `/v1/…`. */
export const PASS_SERVICE_PATH = '/api/wallet'

const serialNumber = z
  .string()
  .check(z.refine((text) => readPassSerial(text) !== null, { error: 'Unknown serial number' }))
const passTypeId = z.string().check(z.regex(/^pass\.[\w.-]{1,200}$/))
/** What the phone calls itself. It is the credential of the list below, as Apple defines it. */
const deviceId = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/))
const authorization = z.object({ authorization: z.optional(z.string()) })

const registration = z.object({ deviceId, passTypeId, serialNumber })

/**
 * Apple's web service for passes (PassKit Web Service, version 1). A phone registers each pass that
 * is added to it, is told by a push that something has changed, asks which passes changed, and
 * fetches each of them.
 */
export const walletPasses = {
  registerPass: endpoint({
    method: 'POST',
    path: `${PASS_SERVICE_PATH}/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber`,
    access: WALLET_PASS,
    admission: 'finish',
    limits: PASS,
    summary: 'Registers a phone for the changes of a pass; 201, or 200 if it is registered already',
    params: registration,
    headers: authorization,
    body: z.object({ pushToken: z.string().check(z.regex(/^[0-9A-Za-z]{1,200}$/)) }),
    output: z.object({}),
    status: 201,
    otherStatuses: [200],
    errors: ['pass_not_authorized', 'too_many_devices'],
  }),
  unregisterPass: endpoint({
    method: 'DELETE',
    path: `${PASS_SERVICE_PATH}/v1/devices/:deviceId/registrations/:passTypeId/:serialNumber`,
    access: WALLET_PASS,
    admission: 'finish',
    limits: PASS,
    summary: 'Ends the registration of a phone for a pass',
    params: registration,
    headers: authorization,
    output: z.object({}),
    errors: ['pass_not_authorized'],
  }),
  listChangedPasses: endpoint({
    method: 'GET',
    path: `${PASS_SERVICE_PATH}/v1/devices/:deviceId/registrations/:passTypeId`,
    access: PUBLIC,
    admission: 'finish',
    limits: { perNetwork: PASS.perNetwork },
    summary: 'The passes of a phone that changed since the tag of an earlier answer; 204 if none',
    params: z.object({ deviceId, passTypeId }),
    query: z.object({
      passesUpdatedSince: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
    }),
    output: z.object({
      serialNumbers: z.array(z.string()),
      /** The tag for the next request. */
      lastUpdated: z.string(),
    }),
    otherStatuses: [204],
    errors: [],
  }),
  getPass: endpoint({
    method: 'GET',
    path: `${PASS_SERVICE_PATH}/v1/passes/:passTypeId/:serialNumber`,
    access: WALLET_PASS,
    admission: 'finish',
    limits: PASS,
    summary: 'A pass as it is now; 304 if it has not changed since If-Modified-Since',
    params: z.object({ passTypeId, serialNumber }),
    headers: z.extend(authorization, { 'if-modified-since': z.optional(z.string()) }),
    file: 'application/vnd.apple.pkpass',
    output: fileSchema,
    otherStatuses: [304],
    errors: ['pass_not_authorized'],
  }),
  reportPassProblems: endpoint({
    method: 'POST',
    path: `${PASS_SERVICE_PATH}/v1/log`,
    access: PUBLIC,
    admission: 'read',
    limits: PASS_LOG,
    summary: 'What a phone reports about its passes, for the log of the server',
    body: z.object({ logs: z.array(z.string()).check(z.maxLength(100)) }),
    output: z.object({}),
    errors: [],
  }),
} as const
