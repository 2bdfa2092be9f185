import { type DetailedClaim, EXTRAS, isShown } from '@foyer/domain'
import { Proven } from './proven.tsx'
import { disc } from './shapes.ts'

const MOST = 12

/** The mark of each extra, on a sheet of 32 units; where two shapes overlap, the paper shows. */
const MARKS: Readonly<Record<string, string>> = {
  'QR code tickets':
    'M2 2h12v12H2zM6 6v4h4V6zM18 2h12v12H18zM22 6v4h4V6zM2 18h12v12H2zM6 22v4h4v-4zM18 18h5v5h-5zM25 25h5v5h-5zM25 18h5v4h-5zM18 26h4v4h-4z',
  'Email confirmations': 'M2 5h28L16 17zM2 10v17h28V10L16 22z',
  'Timed entry': `${disc(16, 16, 14)}M14 6h4v9l6 4-2.4 3.4L14 17z`,
  'Wallet passes': 'M2 4h28v5H2zM2 12h28v16H2zM20 17v6h6v-6z',
  'Tickets on paper': 'M5 1h22v30H5zM9 6v9h14V6zM9 19v3h14v-3zM9 25v3h9v-3z',
  'Calendar files': 'M2 4h28v7H2zM2 14h28v16H2zM18 20v6h7v-6z',
  'Coupons and checkout rules': `M1 7h30v5a4 4 0 0 0 0 8v5H1v-5a4 4 0 0 0 0-8z${disc(16, 16, 4)}`,
  'Add-ons with their own stock': 'M12 2h8v10h10v8H20v10h-8V20H2v-8h10z',
  Waivers: 'M5 19L21 3l7 7-16 16-9 2zM2 29h28v3H2z',
  'A search that forgives': `${disc(13, 13, 11)}${disc(13, 13, 6)}M19 22l3-3 9 9-3 3z`,
  'Moved and called-off dates': 'M4 8h16V2l10 8-10 8v-5H4zM28 21H12v-5L2 23.5l10 7.5v-5h16z',
  'Lost tickets, found': `${disc(9, 16, 8)}${disc(9, 16, 3.5)}M17 13h14v10h-5v-4h-9z`,
}

const INKS = ['inks-warm', 'inks-lit', 'inks-far']
const COLUMNS = 3

/** The smaller features: the playbill, with its heading as wide as the sheet. */
export function Extras() {
  return (
    <section aria-labelledby="extras" className="bill">
      <h2 id="extras">Also on the bill</h2>
      <ul className="lines">
        {EXTRAS.filter(isShown)
          .slice(0, MOST)
          .map((extra, index) => (
            <Line
              key={extra.text}
              claim={extra}
              mark={MARKS[extra.text] ?? disc(16, 16, 14)}
              // A column further in each row, so that no two neighbours have one ink.
              inks={INKS[(index + Math.floor(index / COLUMNS)) % INKS.length]}
            />
          ))}
      </ul>
    </section>
  )
}

interface LineProps {
  claim: DetailedClaim
  mark?: string
  inks?: string | undefined
}

/** A claim as a heading that leads to its proof, with its sentence. */
export const Line = ({ claim, mark, inks }: LineProps) => (
  <li className="line">
    {mark && (
      <svg viewBox="0 0 56 56" aria-hidden="true" className={`mark ${inks}`}>
        <path d={mark} transform="translate(12 12)" />
      </svg>
    )}
    <h3 className="line-head">
      <Proven claim={claim} />
    </h3>
    <p className="line-detail">{claim.detail}</p>
  </li>
)
