import type { PaymentMode } from './connected-account.ts'
import type { PlatformFee } from './platform-fee.ts'
import { MOST_PLATFORM_FEE } from './platform-terms.ts'

/**
 * What the platform's operators set for the whole installation while it runs. A variable of the environment
 * that is set takes precedence. What a process needs before it can read the database is a variable alone.
 */
export interface Configuration {
  /** Days of the trial that begins when an organizer registers. */
  trialDays: number
  /** Whether anybody may sign up and register an organizer; otherwise people need an invitation. */
  isSignUpOpen: boolean
  /** What the platform takes of payments on accounts that are connected from now on. */
  platformFee: PlatformFee
  /** The factor for all limits by caller. */
  limitFactor: number
}

interface ConfigRow {
  /** What it decides, as a sentence for the operator. */
  description: string
  /** How its value is written; reads after the words 'Must be'. */
  form: string
  /** The variable that takes precedence. */
  variable: string
  isValid(value: string): boolean
}

const within = (least: number, most: number) => (value: string) =>
  Number(value) >= least && Number(value) <= most

const PPM_PER_PERCENT = 10_000

/**
 * With less than the least, nobody could call any more, not even the operator to set another one. More than
 * the most is for load tests, in the environment: it lifts the limits.
 */
const LIMIT_FACTORS = { least: 0.1, most: 100 } as const

/** All values by their key: the one list for the environment, the calls, the screen and the server. */
export const CONFIGURATION = {
  trialDays: {
    description:
      'How many days a new organizer may sell before you have to agree. It needs no card. Trials that have begun keep their end.',
    form: 'a number of days from 1 to 365',
    variable: 'TRIAL_DAYS',
    isValid: (value) => /^\d{1,3}$/.test(value) && within(1, 365)(value),
  },
  signUp: {
    description:
      'Whether anybody may sign up and register an organizer, or people need an invitation.',
    form: 'open or invited',
    variable: 'SIGN_UP',
    isValid: (value) => value === 'open' || value === 'invited',
  },
  platformFeePercent: {
    description:
      'The share that the platform takes of each payment of organizers who connect an account from now on, unless you set another one for an organizer.',
    form: `a percentage from 0 to ${MOST_PLATFORM_FEE.ppm / PPM_PER_PERCENT}, such as 2 or 1.5`,
    variable: 'PLATFORM_FEE_PERCENT',
    isValid: (value) =>
      /^\d{1,2}(\.\d{1,4})?$/.test(value) &&
      within(0, MOST_PLATFORM_FEE.ppm / PPM_PER_PERCENT)(value),
  },
  platformFeeFixed: {
    description: 'The amount that the platform takes of each of these payments beside the share.',
    form: `a number of cents, or of the smallest units, from 0 to ${MOST_PLATFORM_FEE.fixedMinor}, such as 30`,
    variable: 'PLATFORM_FEE_FIXED',
    isValid: (value) => /^\d{1,5}$/.test(value) && within(0, MOST_PLATFORM_FEE.fixedMinor)(value),
  },
  limitFactor: {
    description:
      'Multiplies how often one network or browser may call, and how many tickets it may hold: 2 if thousands of buyers share one address.',
    form: `a number from ${LIMIT_FACTORS.least} to ${LIMIT_FACTORS.most}, such as 2 or 0.5`,
    variable: 'LIMIT_FACTOR',
    isValid: (value) => /^\d{1,6}(\.\d{1,3})?$/.test(value) && Number(value) >= LIMIT_FACTORS.least,
  },
} as const satisfies Record<string, ConfigRow>

export type ConfigKey = keyof typeof CONFIGURATION
export const CONFIG_KEYS = Object.keys(CONFIGURATION) as readonly ConfigKey[]

export const isConfigKey = (key: string): key is ConfigKey =>
  (CONFIG_KEYS as readonly string[]).includes(key)

/** Values by key, as they are written. */
export type ConfigValues = Readonly<Partial<Record<ConfigKey, string>>>

/** What the kind of the installation decides about values. */
export interface Installation {
  isProduction: boolean
  paymentMode: PaymentMode
}

/** What counts of what nobody has set. */
export const defaultConfiguration = ({ isProduction }: Installation) =>
  ({
    trialDays: '30',
    // In production an organizer's pages are on the operator's own host: opening that to everybody is
    // the operator's decision.
    signUp: isProduction ? 'invited' : 'open',
    platformFeePercent: '0',
    platformFeeFixed: '0',
    limitFactor: '1',
  }) as const satisfies Record<ConfigKey, string>

/** Why a value cannot be used, as a sentence; null if it can. */
export function whyConfigRefused(
  key: ConfigKey,
  value: string,
  { isProduction, paymentMode }: Installation,
): string | null {
  const isTooMuch = key === 'limitFactor' && Number(value) > LIMIT_FACTORS.most
  if (!CONFIGURATION[key].isValid(value) || isTooMuch) return `Must be ${CONFIGURATION[key].form}.`
  if (key === 'signUp' && value === 'open' && isProduction && paymentMode === 'own') {
    return 'Needs PAYMENTS=connect: otherwise the buyers of everybody who registers pay to your own account.'
  }
  return null
}

/** Where a value comes from. */
export const CONFIG_SOURCES = ['environment', 'operator', 'default'] as const

/**
 * The value that counts: that of the environment, or that of the operator, or the default. A stored value
 * that cannot be used (any more) is left out.
 */
export function effectiveConfig(
  key: ConfigKey,
  { environment, stored }: { environment: ConfigValues; stored: ConfigValues },
  installation: Installation,
): { value: string; source: (typeof CONFIG_SOURCES)[number] } {
  const given = environment[key]
  if (given !== undefined) return { value: given, source: 'environment' }
  const set = stored[key]
  if (set !== undefined && whyConfigRefused(key, set, installation) === null) {
    return { value: set, source: 'operator' }
  }
  return { value: defaultConfiguration(installation)[key], source: 'default' }
}

/** The configuration in the form in which the server uses them. */
export function configurationOf(read: (key: ConfigKey) => string): Configuration {
  return {
    trialDays: Number(read('trialDays')),
    isSignUpOpen: read('signUp') === 'open',
    platformFee: {
      ppm: Math.round(Number(read('platformFeePercent')) * PPM_PER_PERCENT),
      fixedMinor: Number(read('platformFeeFixed')),
    },
    limitFactor: Number(read('limitFactor')),
  }
}
