import { createStripeFunction } from './stripe.ts'

// The API is where this script came from: nothing has to be configured in the page.
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) {
  throw new Error('The Stripe.js stand-in must be loaded by a classic <script src>.')
}
const base = script.src.replace(/\/stripe\.js(?:\?.*)?$/, '')
Object.assign(window, { Stripe: createStripeFunction(base) })
