import { type PricingDemo as Figures, formatPrice, pricingDemoAt } from '@foyer/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { HOUSE, SEATS_BY_PERCENT, STAGE } from './house.ts'
import { disc } from './shapes.ts'

const START = pricingDemoAt(0)
const END = pricingDemoAt(1)
const dollars = (amountMinor: number): string => formatPrice(amountMinor, 'usd')

/**
 * The demonstration of a price that follows demand. Scrolling through the section moves it from its
 * beginning to its end. Without a script it shows the beginning, under reduced motion the end, and
 * each figure says where it begins and ends.
 */
export function PricingDemo() {
  const ref = useRef<HTMLElement>(null)
  const figures = useScrolledFigures(ref)
  return (
    <section ref={ref} id="demo" aria-labelledby="demo-head" className="demo">
      <div className="demo-stage">
        <div className="demo-words">
          <h2 id="demo-head" className="head">
            Watch a price follow the house
          </h2>
          <p className="lead">
            Each percent sold above 35 adds $0.80, each day of the last week adds $5, and nothing
            adds more than $70.
            <small>
              A demonstration: the rule and its tables are public, but nothing that is sold here has
              such a price yet.
            </small>
          </p>
        </div>
        <div className="demo-live">
          <House soldPercent={figures.soldPercent} />
          <dl className="demo-figures">
            <Figure
              name="Price"
              value={dollars(figures.priceMinor)}
              range={[START, END].map(({ priceMinor }) => dollars(priceMinor))}
              isMain
            />
            <Figure
              name="Adjustment"
              value={`+${dollars(figures.adjustmentMinor)}`}
              range={[START, END].map(({ adjustmentMinor }) => dollars(adjustmentMinor))}
            />
            <Figure
              name="Days until the event"
              value={String(figures.daysLeft)}
              range={[START, END].map(({ daysLeft }) => String(daysLeft))}
            />
            <Figure
              name="Capacity sold"
              value={`${figures.soldPercent}%`}
              percent={figures.soldPercent}
              range={[START, END].map(({ soldPercent }) => `${soldPercent}%`)}
            />
            <Figure
              name="Sales target"
              value={`${figures.targetPercent}%`}
              percent={figures.targetPercent}
              range={[START, END].map(({ targetPercent }) => `${targetPercent}%`)}
            />
          </dl>
        </div>
      </div>
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  /** Where the figure begins and where it ends. */
  range: readonly string[]
  /** Draws a bar. */
  percent?: number
  isMain?: boolean
}

function Figure({ name, value, range, percent, isMain }: FigureProps) {
  return (
    <div className={isMain ? 'demo-figure demo-price' : 'demo-figure'}>
      <dt>{name}</dt>
      <dd>
        <output className="figures">{value}</output>
        {percent !== undefined && (
          <svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
            <path className="meter-rest" d="M0 0h100v5H0z" />
            <path className="meter" d={`M0 0h${percent}v5H0z`} />
          </svg>
        )}
        <span className="demo-range">{range.join(' to ')}</span>
      </dd>
    </div>
  )
}

/** Sold seats are lit. */
function House({ soldPercent }: { soldPercent: number }) {
  return (
    <svg viewBox={`0 0 ${HOUSE.width} ${HOUSE.height}`} aria-hidden="true" className="house">
      <path className="stage-light" d={disc(STAGE.x, STAGE.y, 190)} />
      <path className="stage" d={disc(STAGE.x, STAGE.y, 112)} />
      {SEATS_BY_PERCENT.map(
        (seats, percent) =>
          seats && (
            <path
              key={seats.slice(0, 16)}
              d={seats}
              className="seat"
              data-sold={percent <= soldPercent || undefined}
            />
          ),
      )}
    </svg>
  )
}

/** The figures at the position to which the section is scrolled. */
function useScrolledFigures(ref: RefObject<HTMLElement | null>): Figures {
  const [figures, setFigures] = useState(START)
  useEffect(() => {
    const { current: section } = ref
    if (!section) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setFigures(END)
      return
    }
    let frame = 0
    const update = () => {
      frame = 0
      const { top, height } = section.getBoundingClientRect()
      const next = pricingDemoAt(-top / Math.max(1, height - innerHeight))
      setFigures((shown) =>
        shown.soldPercent === next.soldPercent &&
        shown.targetPercent === next.targetPercent &&
        shown.daysLeft === next.daysLeft
          ? shown
          : next,
      )
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(update)
    }
    // Listens to scrolling only while the section is near.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) addEventListener('scroll', schedule, { passive: true })
      else removeEventListener('scroll', schedule)
      schedule()
    })
    observer.observe(section)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', schedule)
      cancelAnimationFrame(frame)
    }
  }, [ref])
  return figures
}
