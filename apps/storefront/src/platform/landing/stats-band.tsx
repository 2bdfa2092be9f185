import type { TenantView } from '@foyer/contract'
import { figureOf, isSample, isShown, STATS, type Stat } from '@foyer/domain'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { Proven, SampleMark } from './proven.tsx'

const COUNT_MILLISECONDS = 2000
const COUNT_STEPS = 50

/**
 * The figures, which count up once they are in view. The markup has the final figures, so they are
 * there without a script, and at once under reduced motion.
 */
export function StatsBand() {
  const { ref, step } = useCount()
  const { tenant } = useApp()
  const [first, ...others] = STATS.filter(isShown).flatMap((stat) => ofInstallation(stat, tenant))
  return (
    <section ref={ref} aria-label="Foyer in figures" className="band stats">
      {first && <StatItem stat={first} step={step} />}
      <ul>
        {others.map((stat) => (
          <li key={stat.text}>
            <StatItem stat={stat} step={step} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A figure that the installation decides, with its value here; none if there is no such value. */
function ofInstallation(stat: Stat, tenant: Pick<TenantView, 'trialDays'>): Stat[] {
  if (!stat.isOfInstallation) return [stat]
  const value = tenant[stat.isOfInstallation]
  return value === undefined ? [] : [{ ...stat, value }]
}

const StatItem = ({ stat, step }: { stat: Stat; step: number }) => (
  <div className="stat">
    <StatFigure stat={stat} step={step} />
    <p>
      <Proven claim={stat} />
    </p>
    {isSample(stat) && <SampleMark />}
  </div>
)

/** The final figure takes the space, so that counting moves nothing. */
function StatFigure({ stat, step }: { stat: Stat; step: number }) {
  const isCounting = step < COUNT_STEPS
  const counted = { ...stat, value: Math.round((stat.value * step) / COUNT_STEPS) }
  return (
    <p className="stat-figure figures">
      <span className={isCounting ? 'stat-final' : undefined}>{figureOf(stat)}</span>
      {isCounting && (
        <span aria-hidden="true" className="stat-count">
          {figureOf(counted)}
        </span>
      )}
    </p>
  )
}

/** The step of the count: the last one until the element comes into view, then 0 and up again. */
function useCount() {
  const ref = useRef<HTMLElement>(null)
  const [step, setStep] = useState(COUNT_STEPS)
  useEffect(() => {
    const { current: element } = ref
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setInterval> | undefined
    const count = () => {
      const begin = performance.now()
      // By the clock and not by the ticks, because a busy page delays them.
      timer = setInterval(() => {
        const share = (performance.now() - begin) / COUNT_MILLISECONDS
        const next = Math.min(COUNT_STEPS, Math.floor(share * COUNT_STEPS))
        setStep(next)
        if (next === COUNT_STEPS) clearInterval(timer)
      }, COUNT_MILLISECONDS / COUNT_STEPS)
      setStep(0)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        count()
      },
      { threshold: 0.35 },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }, [])
  return { ref, step }
}
