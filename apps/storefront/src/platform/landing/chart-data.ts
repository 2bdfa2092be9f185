/** What the charts of the features show: measured figures and worked rules; a test compares them. */

export interface BarChart {
  type: 'bar'
  bars: readonly { label: string; value: number; figure: string; isLit?: true }[]
  isThin?: true
  /** The figures in words. */
  summary: string
}

/** A point: its position along the axis from 0 to 1, and its value. */
type Point = readonly [share: number, value: number]

export interface LineChart {
  type: 'line'
  lines: readonly { label: string; points: readonly Point[]; isLit?: true; labelAt: Point }[]
  xLabels: readonly { share: number; label: string }[]
  /** Values with a hairline. */
  marks: readonly { value: number; label: string }[]
  from: number
  to: number
  summary: string
}

export type Chart = BarChart | LineChart

export const HOLDS_BY_SESSIONS: BarChart = {
  type: 'bar',
  bars: [
    { label: '1 show', value: 11_011, figure: '11,011', isLit: true },
    { label: '10 shows', value: 10_157, figure: '10,157' },
    { label: '100 shows', value: 8395, figure: '8,395' },
  ],
  summary: 'Holds a second: 11,011 on one show, 10,157 over 10 shows, 8,395 over 100 shows.',
}

export const RUSH: BarChart = {
  type: 'bar',
  bars: [
    { label: 'asked', value: 13_172, figure: '13,172' },
    { label: 'places', value: 500, figure: '500' },
    { label: 'granted', value: 500, figure: '500', isLit: true },
  ],
  summary: 'A rush of 13,172 requests for 500 places: 500 were granted, the others were refused.',
}

/** The fee of a ticket in dollars, by its price from 0 to 60 dollars. */
export const FEES: LineChart = {
  type: 'line',
  lines: [
    {
      label: '12.5%',
      points: [10, 20, 30, 40, 50, 60].map((dollars) => [dollars / 60, dollars / 8]),
      isLit: true,
      labelAt: [0.42, 5.7],
    },
    {
      label: 'flat $2.50',
      points: [10, 20, 30, 40, 50, 60].map((dollars) => [dollars / 60, 2.5]),
      labelAt: [0.7, 1.35],
    },
  ],
  xLabels: [
    { share: 1 / 6, label: '$10 ticket' },
    { share: 1, label: '$60' },
  ],
  marks: [
    { value: 0, label: '' },
    { value: 5, label: '$5 fee' },
  ],
  from: 0,
  to: 8,
  summary:
    'The fee of a ticket from $10 to $60: 12.5% rises from $1.25 to $7.50, a flat fee stays at $2.50.',
}

/** The contrast of the text on a button with its colour, for every 20th hue from 0 to 360. */
const CONTRASTS = [
  6.41, 7.36, 8.38, 9.29, 9.94, 10.32, 10.21, 9.66, 8.85, 7.83, 6.8, 5.97, 4.55, 4.62, 4.53, 4.55,
  4.53, 5.62, 6.41,
]

export const CONTRAST_BY_HUE: LineChart = {
  type: 'line',
  lines: [
    {
      label: 'your colour',
      points: CONTRASTS.map((ratio, index) => [index / (CONTRASTS.length - 1), ratio]),
      isLit: true,
      labelAt: [0.5, 10.2],
    },
  ],
  xLabels: [
    { share: 0, label: 'red' },
    { share: 1 / 3, label: 'green' },
    { share: 0.7, label: 'blue' },
    { share: 1, label: 'red' },
  ],
  marks: [{ value: 4.5, label: 'readable from 4.5 : 1' }],
  from: 3,
  to: 11,
  summary:
    'The contrast of the text on a button is between 4.53 and 10.32 to 1 for every hue, above the 4.5 that readers need.',
}

/** What a cancellation gives back, in percent, by the days that are left: from 10 to 0. */
export const SHARES_BY_TIME: LineChart = {
  type: 'line',
  lines: [
    {
      label: 'given back',
      points: [
        [0, 100],
        [0.3, 100],
        [0.3, 50],
        [0.9, 50],
        [0.9, 0],
        [1, 0],
      ],
      isLit: true,
      labelAt: [0.34, 66],
    },
  ],
  xLabels: [
    { share: 0, label: '10 days before' },
    { share: 1, label: 'the show' },
  ],
  marks: [
    { value: 100, label: '100%' },
    { value: 50, label: '50%' },
    { value: 0, label: '0%' },
  ],
  from: 0,
  to: 110,
  summary:
    'With the shares of the example, a cancellation gives back all until 7 days before the show, half until 24 hours before it, and nothing afterwards.',
}

export const PAGES: BarChart = {
  type: 'bar',
  isThin: true,
  bars: [
    { label: 'list', value: 1059, figure: '1.06' },
    { label: 'event', value: 1104, figure: '1.10' },
    { label: 'tickets', value: 969, figure: '0.97' },
    { label: 'time', value: 1050, figure: '1.05' },
    { label: 'review', value: 1042, figure: '1.04' },
    { label: 'pay', value: 998, figure: '1.00', isLit: true },
  ],
  summary:
    'Seconds until the largest element of a page is painted on a slow phone: list 1.06, event 1.10, tickets 0.97, time 1.05, review 1.04, checkout 1.00.',
}
