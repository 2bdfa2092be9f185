import type { BarChart, Chart, LineChart } from './chart-data.ts'

const WIDTH = 520
const HEIGHT = 400
const LEFT = 40
const RIGHT = 40
const TOP = 76
const FLOOR = 338

/** A chart in the form of a poster. Its figures are also in `chart.summary`, for those who see none. */
export const ChartPoster = ({ chart, inks }: { chart: Chart; inks: string }) => (
  <svg
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    role="img"
    aria-label={chart.summary}
    className={`chart ${inks}`}
  >
    <path className="chart-ground" d={`M0 0h${WIDTH}v${HEIGHT}H0z`} />
    {chart.type === 'bar' ? <Bars chart={chart} /> : <Lines chart={chart} />}
  </svg>
)

/** Bars with round heads, as on the poster of a concert. */
function Bars({ chart: { bars, isThin } }: { chart: BarChart }) {
  const most = Math.max(...bars.map(({ value }) => value))
  const step = (WIDTH - LEFT - RIGHT) / bars.length
  const width = step * (isThin ? 0.56 : 0.72)
  return bars.map(({ label, value, figure, isLit }, index) => {
    const x = LEFT + step * index + (step - width) / 2
    const height = ((FLOOR - TOP) * value) / most
    // A bar that is lower than its head is wide keeps a flat top.
    const round = Math.min(width / 2, height)
    const head = FLOOR - height
    return (
      <g key={label}>
        <path
          className={isLit ? 'chart-spot' : 'chart-figure'}
          d={`M${x} ${FLOOR}V${head + round}a${round} ${round} 0 0 1 ${round} ${-round}H${x + width - round}a${round} ${round} 0 0 1 ${round} ${round}V${FLOOR}z`}
        />
        <text x={x + width / 2} y={head - 14} className="chart-number">
          {figure}
        </text>
        <text x={x + width / 2} y={FLOOR + 36} className="chart-label">
          {label}
        </text>
      </g>
    )
  })
}

/** Thick lines that end in a disc, over one hairline for each value of the axis. */
function Lines({ chart: { lines, xLabels, marks, from, to } }: { chart: LineChart }) {
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => FLOOR - ((value - from) / (to - from)) * (FLOOR - TOP)
  return (
    <>
      {marks.map(({ value, label }) => (
        <g key={label}>
          <path className="chart-rule" d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text x={LEFT} y={y(value) - 10} className="chart-mark">
            {label}
          </text>
        </g>
      ))}
      {lines.map(({ label, points, isLit, labelAt }) => {
        const placed = points.map(
          ([share, value]) => `${x(share).toFixed(1)} ${y(value).toFixed(1)}`,
        )
        const [endX = 0, endY = 0] = points.at(-1) ?? []
        return (
          <g key={label} className={isLit ? 'chart-lit' : undefined}>
            <path className="chart-line" d={`M${placed.join('L')}`} />
            <circle className="chart-end" cx={x(endX)} cy={y(endY)} r="13" />
            <text x={x(labelAt[0])} y={y(labelAt[1])} className="chart-number chart-name">
              {label}
            </text>
          </g>
        )
      })}
      {xLabels.map(({ share, label }) => (
        <text
          key={label}
          x={x(share)}
          y={FLOOR + 36}
          className={`chart-label ${share === 0 ? 'chart-start' : share === 1 ? 'chart-stop' : ''}`}
        >
          {label}
        </text>
      ))}
    </>
  )
}
