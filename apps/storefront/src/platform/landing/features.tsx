import { FEATURES, type FeatureId, isShown } from '@foyer/domain'
import { Link } from '../../routing/link.tsx'
import {
  type Chart,
  CONTRAST_BY_HUE,
  FEES,
  HOLDS_BY_SESSIONS,
  PAGES,
  RUSH,
  SHARES_BY_TIME,
} from './chart-data.ts'
import { ChartPoster } from './charts.tsx'
import { Proven } from './proven.tsx'
import { arch, disc } from './shapes.ts'

/** What the page says about a feature beside its claims. */
interface FeatureText {
  /** A path in a square of 32 units. */
  icon: string
  description: string
  /** Missing while the feature is not proven: it is not shown without real data. */
  chart?: Chart
  /** What the chart shows, and where its data comes from. */
  caption: string
}

const TEXTS: Readonly<Record<FeatureId, FeatureText>> = {
  'dynamic-pricing': {
    icon: 'M2 28V22h6v6zM10 28V16h6v12zM18 28V10h6v18zM26 28V4h4v24z',
    description: 'Prices that follow early birds, demand and time.',
    caption: '',
  },
  sessions: {
    icon: 'M2 6h28v6H2zM2 15h8v6H2zM12 15h8v6h-8zM22 15h8v6h-8zM2 24h8v6H2zM12 24h8v6h-8z',
    description:
      'One evening, a six-week run, or a museum with a start every ten minutes: the same calendar, each time with its own prices and its own room.',
    chart: HOLDS_BY_SESSIONS,
    caption: 'Holds a second while sales are spread over shows. Measured, two cores.',
  },
  inventory: {
    icon: disc(10, 10, 7) + disc(22, 10, 7) + disc(10, 22, 7) + disc(22, 22, 7),
    description:
      'A count that stays right when the whole town presses at once. What is held is held, what is gone is gone, and every open window knows it.',
    chart: RUSH,
    caption: 'A rush for 500 places. Measured: 12,672 were refused, and no place went twice.',
  },
  payments: {
    icon: 'M2 6h28v6H2zM2 15h28v11H2z',
    description:
      'Your fees as you set them, inside the price that the first card shows. What is paid back is paid back to the cent, and booked on both sides.',
    chart: FEES,
    caption: 'The fee of a ticket under two fee sets. From the worked tables of our pricing.',
  },
  analytics: {
    icon: 'M2 28l9-12 7 6L30 4v24z',
    description: 'What sells, when, and to whom.',
    caption: '',
  },
  'white-label': {
    icon: arch(16, 14, 12, 30),
    description:
      'Your name on the door and ours on none of the tickets. Choose one hue: the rest of the palette is worked out so that everybody can read it.',
    chart: CONTRAST_BY_HUE,
    caption: 'Contrast of a button’s text, for every hue. Computed from the colours themselves.',
  },
  'self-service': {
    icon: 'M4 12h18V6l8 9-8 9v-6H4z',
    description:
      'Another evening, a better seat, the money back: buyers do it on their own phone, by the rules that you wrote, and nobody has to ring the box office.',
    chart: SHARES_BY_TIME,
    caption: 'What a cancellation gives back under a sample policy. From the worked tables.',
  },
  pages: {
    icon: 'M18 2L6 18h8l-2 12 14-18h-9z',
    description:
      'A phone on a train sees the first page within about a second, and the whole purchase with one thumb. Nothing jumps while it loads.',
    chart: PAGES,
    caption: 'Seconds until a page is painted on Lighthouse’s slow phone. Measured.',
  },
}

/** The inks of the posters, in the order of the wall. */
const INKS = ['inks-warm', 'inks-deep', 'inks-lit', 'inks-paper', 'inks-far', 'inks-night']
const MOST = 6

/** The first six features that are proven: a wall of posters, each with its text below. */
export function Features() {
  const shown = FEATURES.filter(({ id, claim }) => isShown(claim) && TEXTS[id].chart)
  return (
    <section aria-labelledby="features" className="band features">
      <div className="opening">
        <h2 id="features" className="head">
          What the house runs on
        </h2>
        <p className="lead">
          Every line below leads to the test, the figure or the guide that proves it, and the charts
          are drawn from our own measurements. What we can’t prove yet is not on this page:{' '}
          <Link to="/documentation/claims" className="link">
            all claims with their proofs
          </Link>
          .
        </p>
      </div>
      <ul className="wall">
        {shown.slice(0, MOST).map(({ id, claim, highlights }, index) => {
          const { icon, description, chart, caption } = TEXTS[id]
          return (
            <li key={id} data-feature={id}>
              {chart && (
                <figure>
                  <ChartPoster chart={chart} inks={INKS[index] ?? ''} />
                  <figcaption>{caption}</figcaption>
                </figure>
              )}
              <div className="words">
                <h3>
                  <svg viewBox="0 0 32 32" aria-hidden="true">
                    <path d={icon} />
                  </svg>
                  <Proven claim={claim} />
                </h3>
                <p>{description}</p>
                <ul>
                  {highlights.filter(isShown).map((highlight) => (
                    <li key={highlight.text} className="highlight">
                      <Proven claim={highlight} />
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
