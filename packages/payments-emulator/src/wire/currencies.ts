import { invalidRequest } from './errors.ts'
import type { Param } from './params.ts'
import { text } from './params.ts'

/** Presentment currencies: https://docs.stripe.com/currencies#presentment-currencies */
const SUPPORTED = new Set(
  (
    'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bif bmd bnd bob brl bsd bwp byn ' +
    'bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd ' +
    'gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jpy kes kgs khr kmf krw kyd kzt lak lbp lkr ' +
    'lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen ' +
    'pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs ' +
    'top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
  ).split(' '),
)

/** Smallest charge in minor units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MINIMUM_MINOR: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
}
const DEFAULT_MINIMUM_MINOR = 50
const MAXIMUM_MINOR = 99_999_999

/** A currency code, in any case, read as lower case. */
export const currency: Param<string | undefined> = (node, name) => {
  const code = text()(node, name)?.toLowerCase()
  if (code === undefined || SUPPORTED.has(code)) return code
  throw invalidRequest(
    `Invalid currency: ${code}. Stripe currently supports these currencies: ${[...SUPPORTED].join(', ')}`,
    { param: name },
  )
}

/** `1250, 'usd'` -> `$12.50`, as Stripe's error texts write money. */
export function formatMinor(amountMinor: number, code: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amountMinor / 10 ** decimals)
}

/** @throws ApiError 400 `amount_too_small` or `amount_too_large`. */
export function assertChargeable(amountMinor: number, code: string): void {
  const minimum = MINIMUM_MINOR[code] ?? DEFAULT_MINIMUM_MINOR
  if (amountMinor < minimum) {
    throw invalidRequest(`Amount must be at least ${formatMinor(minimum, code)} ${code}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amountMinor > MAXIMUM_MINOR) {
    throw invalidRequest(`Amount must be no more than ${formatMinor(MAXIMUM_MINOR, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
}
