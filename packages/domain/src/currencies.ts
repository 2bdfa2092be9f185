/**
 * The currencies that a tenant may charge in (a constraint of the database has the same list), with
 * the least amount that the provider accepts from a card; a total of 0 needs no card. Currencies
 * with three decimals or special rules are left out:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 *
 * A file of its own, because the checkout is the only page that needs it.
 */
export const CURRENCIES: Readonly<Record<string, { minimumChargeMinor: number }>> = {
  aed: { minimumChargeMinor: 200 },
  aud: { minimumChargeMinor: 50 },
  brl: { minimumChargeMinor: 50 },
  cad: { minimumChargeMinor: 50 },
  chf: { minimumChargeMinor: 50 },
  czk: { minimumChargeMinor: 1500 },
  dkk: { minimumChargeMinor: 250 },
  eur: { minimumChargeMinor: 50 },
  gbp: { minimumChargeMinor: 30 },
  hkd: { minimumChargeMinor: 400 },
  huf: { minimumChargeMinor: 17_500 },
  inr: { minimumChargeMinor: 50 },
  jpy: { minimumChargeMinor: 50 },
  mxn: { minimumChargeMinor: 1000 },
  myr: { minimumChargeMinor: 200 },
  nok: { minimumChargeMinor: 300 },
  nzd: { minimumChargeMinor: 50 },
  pln: { minimumChargeMinor: 200 },
  ron: { minimumChargeMinor: 200 },
  sek: { minimumChargeMinor: 300 },
  sgd: { minimumChargeMinor: 50 },
  thb: { minimumChargeMinor: 1000 },
  usd: { minimumChargeMinor: 50 },
}

/** The least that a card is charged in a currency of {@link CURRENCIES}. */
export const minimumChargeMinor = (currency: string): number =>
  CURRENCIES[currency]?.minimumChargeMinor ?? 0
