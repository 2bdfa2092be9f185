import type { ReactNode } from 'react'
import { arch, disc, fan } from './shapes.ts'

/** The middle of the doorway, the spring of its arch, and the floor. */
const X = 1040
const SPRING = 500
const FLOOR = 716

/** A guest seen from behind, standing at (x, y), with the shadow that the light behind throws. */
function Guest({ x, y, size, coat }: { x: number; y: number; size: number; coat: string }) {
  const at = (across: number, up: number) =>
    `${Math.round(x + across * size)} ${Math.round(y - up * size)}`
  const lean = (x - X) * 0.5
  return (
    <>
      <path
        className="ink-shadow"
        d={`M${at(-0.1, 0)}L${at(0.1, 0)}L${x + lean + size * 0.3} 930L${x + lean - size * 0.3} 930z`}
      />
      <path
        className="ink-coat"
        d={`M${at(-0.1, 0.24)}L${at(-0.08, 0)}L${at(-0.025, 0)}L${at(-0.015, 0.24)}zM${at(0.1, 0.24)}L${at(0.08, 0)}L${at(0.025, 0)}L${at(0.015, 0.24)}z`}
      />
      <path
        className={coat}
        d={`M${at(-0.04, 0.83)}Q${at(-0.135, 0.81)} ${at(-0.145, 0.68)}L${at(-0.185, 0.18)}L${at(0.185, 0.18)}L${at(0.145, 0.68)}Q${at(0.135, 0.81)} ${at(0.04, 0.83)}z`}
      />
      <path className="ink-coat" d={disc(x, y - size * 0.91, size * 0.088)} />
    </>
  )
}

/** A framed poster on the wall. */
const Frame = ({ x, y, children }: { x: number; y: number; children: ReactNode }) => (
  <g transform={`translate(${x} ${y})`}>
    <path className="ink-frame" d="M-9-9h138v178H-9z" />
    {children}
  </g>
)

/** The doorway from its frame to the light behind it, and the light on the floor. */
const Doorway = () => (
  <>
    <path className="ink-frame" d={arch(X, SPRING, 226, FLOOR)} />
    <path className="ink-light" d={arch(X, SPRING, 204, FLOOR)} />
    <path className="ink-frame" d={arch(X, SPRING, 180, FLOOR)} />
    <path className="ink-ember" d={arch(X, SPRING, 168, FLOOR)} />
    <path className="ink-glow" d={arch(X, SPRING, 150, FLOOR)} />
    <path className="ink-light" d={fan(X, SPRING, 150, 11)} />
    <path className="ink-frame" d={`M${X - 150} ${SPRING - 4}h300v10h-300z`} />
    <path
      className="bulbs"
      d={`M${X - 192} ${FLOOR - 10}V${SPRING}a192 192 0 0 1 384 0V${FLOOR}`}
    />
    <path className="ink-light" d={`M${X - 150} ${FLOOR - 1}h300L1570 901H400z`} />
    <path className="ink-glow" d={`M${X - 96} ${FLOOR - 1}h192L1262 901H780z`} />
  </>
)

/**
 * The entrance hall before the show, from the hand of the posters: flat inks, arches and discs. The
 * right and the lower part are the ones that every window shows.
 */
export const HallArt = () => (
  <svg
    viewBox="0 0 1440 900"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    className="hall"
  >
    <path className="ink-floor" d={`M0 ${FLOOR}h1440v185H0z`} />
    <Doorway />
    <path className="wires" d="M736 -400v690M1353 -400v690" />
    <path className="ink-light" d={disc(736, 306, 34) + disc(1353, 306, 34)} />
    <path className="ink-glow" d={disc(736, 306, 20) + disc(1353, 306, 20)} />
    <Frame x={676} y={440}>
      <path className="ink-far" d="M0 0h120v160H0z" />
      <path
        className="ink-light"
        d="M8 160V96a12 12 0 0 1 24 0v64zM38 160V60a11 11 0 0 1 22 0v100zM66 160V84a10 10 0 0 1 20 0v76zM92 160V44a8 8 0 0 1 16 0v116z"
      />
      <path className="ink-glow" d={disc(76, 44, 10)} />
    </Frame>
    <Frame x={1293} y={440}>
      <path className="ink-ember" d="M0 0h120v160H0z" />
      <path className="ink-frame" d={disc(60, 88, 52)} />
      <path className="ink-light" d={disc(60, 88, 39)} />
      <path className="ink-frame" d={disc(60, 88, 26)} />
      <path className="ink-glow" d={disc(60, 88, 13)} />
    </Frame>
    {/* The rope beside the way in. */}
    <path className="rope" d="M1274 752q56 62 112 8q40 50 100 8" />
    <path
      className="ink-post"
      d="M1269 746h10v92h-10zM1381 752h10v98h-10zM1252 836h44v9h-44zM1364 848h44v9h-44z"
    />
    <path className="ink-light" d={disc(1274, 738, 11) + disc(1386, 744, 11)} />
    <Guest x={1010} y={722} size={140} coat="ink-coat" />
    <Guest x={1068} y={726} size={152} coat="ink-far" />
    <Guest x={1150} y={768} size={226} coat="ink-ember" />
    <Guest x={926} y={782} size={250} coat="ink-coat" />
    <Guest x={1214} y={790} size={150} coat="ink-far" />
    <Guest x={846} y={800} size={268} coat="ink-far" />
  </svg>
)

/** The same doorway, close, with the last guests. */
export const DoorArt = () => (
  <svg
    viewBox="0 240 1440 660"
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    className="door"
  >
    <path className="ink-floor" d={`M0 ${FLOOR}h1440v185H0z`} />
    <Doorway />
    <Guest x={986} y={736} size={180} coat="ink-far" />
    <Guest x={1052} y={740} size={190} coat="ink-coat" />
    <Guest x={1140} y={800} size={250} coat="ink-ember" />
  </svg>
)
