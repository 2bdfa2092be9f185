/**
 * Stand-ins for the two wallets: Apple's push service and a phone, and Google's API. They follow the
 * descriptions of Apple and Google and import nothing of ours.
 */
export { type Apns, type Push, startApns } from './apns.ts'
export { type Certified, certificateOf, rsaKeys } from './certificates.ts'
export { type GoogleApi, type ServiceAccount, startGoogleApi } from './google.ts'
export { type PassJson, Phone } from './phone.ts'
export { unzip } from './unzip.ts'
