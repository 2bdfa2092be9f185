/**
 * A price that follows demand. It is the first rule of a pricing engine and prices nothing that is
 * sold yet: the landing page demonstrates it. The worked tables in docs/pricing.md are its test.
 */
export interface DemandRule {
  /** The price while neither sales nor time raise it, in minor units. */
  baseMinor: number
  /** The share of the capacity, in percent, above which each further percent raises the price. */
  fromSoldPercent: number
  minorPerPercent: number
  /** The days before the event below which each day less raises the price. */
  fromDaysLeft: number
  minorPerDay: number
  /** The most that sales and time together add. */
  maximumMinor: number
}

/** The state of a session that a rule looks at. */
export interface Demand {
  /** A whole number of percent, 0 to 100, so that no amount has to be rounded. */
  soldPercent: number
  /** Whole days; 0 on the day of the event. */
  daysLeft: number
}

export interface DemandPrice {
  /** What demand adds to the base; never negative, so no price falls below its base. */
  adjustmentMinor: number
  priceMinor: number
}

/** The price at this demand, in minor units of the currency of the rule. */
export function demandPrice(rule: DemandRule, { soldPercent, daysLeft }: Demand): DemandPrice {
  const bySales = Math.max(0, soldPercent - rule.fromSoldPercent) * rule.minorPerPercent
  const byTime = Math.max(0, rule.fromDaysLeft - daysLeft) * rule.minorPerDay
  const adjustmentMinor = Math.min(rule.maximumMinor, bySales + byTime)
  return { adjustmentMinor, priceMinor: rule.baseMinor + adjustmentMinor }
}

/** $79, and up to $70 more: $0.80 for each percent above 35 % and $5 for each day of the last week. */
export const DEMO_RULE: DemandRule = {
  baseMinor: 7900,
  fromSoldPercent: 35,
  minorPerPercent: 80,
  fromDaysLeft: 7,
  minorPerDay: 500,
  maximumMinor: 7000,
}

export interface PricingDemo extends Demand, DemandPrice {
  /** The share of the capacity that is aimed at, in percent. */
  targetPercent: number
}

/**
 * The demonstration of {@link DEMO_RULE} at a scroll position from 0 (its beginning) to 1 (its end);
 * positions beyond are taken as the nearest end. From 0 to 1 all of its figures only rise, and the
 * days only fall.
 */
export function pricingDemoAt(progress: number): PricingDemo {
  const position = Math.min(1, Math.max(0, progress))
  const between = (from: number, to: number) => Math.round(from + (to - from) * position)
  const demand = { soldPercent: between(35, 85), daysLeft: between(7, 1) }
  return { ...demand, ...demandPrice(DEMO_RULE, demand), targetPercent: between(60, 95) }
}
