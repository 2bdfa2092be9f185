import { isShown, PROMISE, readMoreOf, SCALE } from '@foyer/domain'
import { useState } from 'react'
import { Link } from '../../routing/link.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { PageHead } from '../../shared/page/page-head.tsx'
import { Extras, Line } from './extras.tsx'
import { Features } from './features.tsx'
import { DoorArt, HallArt } from './hall-art.tsx'
import './landing.css'
import './landing-bands.css'
import './landing-demo.css'
import './landing-features.css'
import './landing-hall.css'
import { PricingDemo } from './pricing-demo.tsx'
import { SampleMark } from './proven.tsx'
import { StatsBand } from './stats-band.tsx'

/** What the product is, for those who run a venue. It makes no request. */
export function LandingPage() {
  return (
    <div className="landing">
      <PageHead
        title="Sell out. Never oversell."
        description="Ticketing for dated and timed events: all-in prices, a count that stays right when everybody presses at once, and a proof for every claim."
        canonicalPath="/landing"
      />
      {import.meta.env.DEV && <TestCounter />}
      <Hero />
      <StatsBand />
      <Features />
      <PricingDemo />
      <Scale />
      <Extras />
      <Voices />
      <Closing />
    </div>
  )
}

/** Shows in development that the page has come to life. */
function TestCounter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" className="test-counter" onClick={() => setCount(count + 1)}>
      Test counter: {count}
    </button>
  )
}

const StartFreeTrial = () => (
  <Link to="/events" className="action">
    Start Free Trial
  </Link>
)

function Hero() {
  return (
    <section aria-labelledby="promise" className="hero">
      <HallArt />
      <div className="hero-words">
        <h1 id="promise">
          <span>Sell out.</span> <span>Never</span> <span>oversell.</span>
        </h1>
        <p>
          Ticketing for houses that mean it: dated shows and timed entry, one price with everything
          in it, and a count that stays right when the whole town presses at once.
        </p>
        <p className="actions">
          <StartFreeTrial />
          <a href="#demo" className="action-quiet">
            Watch Demo
          </a>
        </p>
        <p className="hero-proof">
          <Link to={readMoreOf(PROMISE) ?? ''} className="proven">
            How we know that nothing is oversold
          </Link>
        </p>
      </div>
    </section>
  )
}

/** Holds a second on one show with 256 buyers, by how the tickets are counted (docs/performance.md). */
const WAYS = [
  { name: 'Foyer', holds: 10_123 },
  { name: 'one conditional statement', holds: 1138 },
  { name: 'a row for each seat', holds: 965 },
  { name: 'an advisory lock and a sum', holds: 798 },
  { name: 'a row lock', holds: 795 },
]

/** The column of their bars is this share of ours (landing-bands.css). */
const NEXT_BEST = 1138

function Scale() {
  return (
    <section aria-labelledby="scale" className="band scale">
      <div className="opening">
        <h2 id="scale" className="head">
          Built for the minute the sale opens
        </h2>
        <p className="lead">
          The queue at the door is the easy part. The hard part is the second in which everybody
          wants the same seat.
        </p>
      </div>
      <figure className="ways">
        <figcaption>Holds a second on one show, 256 buyers at once, two cores</figcaption>
        <ul>
          {WAYS.map(({ name, holds }) => (
            <li key={name}>
              <span className="way-name">{name}</span>
              <strong className="figures">{holds.toLocaleString('en-US')}</strong>
              <svg viewBox={`0 0 ${NEXT_BEST} 20`} preserveAspectRatio="none" aria-hidden="true">
                <path d={`M0 0h${holds}v20H0z`} />
              </svg>
            </li>
          ))}
        </ul>
      </figure>
      <ul className="lines">
        {SCALE.filter(isShown).map((claim) => (
          <Line key={claim.text} claim={claim} />
        ))}
      </ul>
    </section>
  )
}

/** Written by us until customers have said something: each is marked as a sample. */
const VOICES = [
  {
    quote:
      'On the first morning we sold the whole run before the kettle boiled, and not one seat twice.',
    author: 'Marguerite Oyelaran',
    role: 'Head of box office',
    venue: 'The Old Assembly, Leeds',
    rating: 5,
  },
  {
    quote: 'Our visitors change their own time slot now. The telephone has been quiet since March.',
    author: 'Teodor Vance',
    role: 'Visitor services',
    venue: 'Museum of Salt and Light, Oakland',
    rating: 5,
  },
  {
    quote: 'The price on the poster is the price at the end. People notice, and they come back.',
    author: 'Ines Castelo',
    role: 'Director',
    venue: 'Teatro do Cais, Lisbon',
    rating: 5,
  },
]

const STARS = [0, 26, 52, 78, 104]
const STAR = 'M12 1l3.2 7.3 7.8.8-5.9 5.3 1.7 7.8L12 18.2l-6.8 4 1.7-7.8L1 9.1l7.8-.8z'

function Voices() {
  return (
    <section aria-labelledby="voices" className="band voices">
      <div className="opening">
        <h2 id="voices" className="head">
          What the house would say
        </h2>
        <p className="lead">
          Sample reviews: we wrote them ourselves, and they make way for the first real ones.
        </p>
      </div>
      <ul>
        {VOICES.map(({ quote, author, role, venue, rating }) => (
          <li key={author}>
            <figure>
              <svg
                viewBox="0 0 130 24"
                role="img"
                className="stars"
                aria-label={`${rating} of 5 stars`}
              >
                {STARS.slice(0, rating).map((x) => (
                  <path key={x} d={STAR} transform={`translate(${x})`} />
                ))}
              </svg>
              <blockquote>
                <p>{quote}</p>
              </blockquote>
              <figcaption>
                <strong>{author}</strong>
                <span className="voice-from">
                  {role}, {venue}
                </span>
              </figcaption>
              <SampleMark />
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Closing() {
  const { tenant } = useApp()
  const sales = `mailto:${tenant.supportEmail}?subject=${encodeURIComponent('Foyer for our venue')}`
  return (
    <section aria-labelledby="closing" className="closing">
      <DoorArt />
      <div>
        <h2 id="closing">The doors are open.</h2>
        <p>
          Walk through the demo house, buy a ticket, change it, give it back. Then make it yours.
        </p>
        <p className="actions">
          <StartFreeTrial />
          <a href={sales} className="action-quiet">
            Contact Sales
          </a>
        </p>
      </div>
    </section>
  )
}
