/**
 * CLDR's first days of the week (supplemental data `weekData`), without regions that begin on
 * Monday. It is a table, because not every browser has `Intl.Locale.getWeekInfo`, and browser and
 * server must render the same page.
 */
const SUNDAY_REGIONS =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX ' +
  'MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
const SATURDAY_REGIONS = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'

/** 0 = Sunday, as `weekdayOf` counts. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** The first day of the week in a locale; Sunday if that is not known. */
export function firstWeekdayOf(locale: string): Weekday {
  const region = regionOf(locale)
  if (!region || SUNDAY_REGIONS.includes(region)) return 0
  if (SATURDAY_REGIONS.includes(region)) return 6
  return region === 'MV' ? 5 : 1
}

function regionOf(locale: string): string | undefined {
  try {
    // A language is spoken in several countries: the likeliest one counts.
    return new Intl.Locale(locale).maximize().region
  } catch {
    return undefined
  }
}
