import { lazyScreen } from '../../routing/lazy-screen.ts'
import type { Paying } from './payment/paying.ts'

/*
 * What the form does without until it is sent, or until its time is over: a third of the checkout's
 * code, which would come before the first field could be filled in.
 */
const loadEndings = () => import('./endings.ts')

export const CartMissing = lazyScreen(async () => (await loadEndings()).CartMissing)
export const Confirming = lazyScreen(async () => (await loadEndings()).Confirming)
export const Elsewhere = lazyScreen(async () => (await loadEndings()).Elsewhere)
export const HoldExpired = lazyScreen(async () => (await loadEndings()).HoldExpired)
export const Refunded = lazyScreen(async () => (await loadEndings()).Refunded)

const ENDINGS = [CartMissing, Confirming, Elsewhere, HoldExpired, Refunded]

/** Has every ending there before it is needed, so that none has to be fetched in the middle of one. */
export async function fetchEndings(): Promise<void> {
  await loadEndings()
  await Promise.all(ENDINGS.map((ending) => ending.preload()))
}

const loadPaying = () => import('./payment/paying.ts').then(({ paying }) => paying)

/** All it takes to pay and to show what comes of it. Rejects where it can not be had. */
export async function fetchPaying(): Promise<Paying> {
  const [paying] = await Promise.all([loadPaying(), fetchEndings()])
  return paying
}

/** For those who will ask again in earnest: a failure is theirs to tell. */
export const inAdvance = (fetching: () => Promise<unknown>): void =>
  void fetching().catch(() => undefined)
