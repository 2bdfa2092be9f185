import { type ContrastRow, contrastReport } from '@foyer/domain'
import { Check } from '@foyer/ui/icons'

/** How readable the colours are that follow from a hue, with samples. */
export function ContrastTable({ hue }: { hue: number }) {
  return (
    <table className="mt-5 w-full text-sm">
      <caption className="pb-2 text-start text-muted">
        Contrast in both themes. 4.5 is readable; parts of controls need 3 (WCAG 2.2 AA).
      </caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col">
            <span className="sr-only">Colours</span>
          </th>
          <th scope="col" className="w-20 pb-1 ps-2 font-normal">
            Dark
          </th>
          <th scope="col" className="w-20 pb-1 ps-2 font-normal">
            Light
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-edge border-y border-edge">
        {contrastReport({ hue }).map((row) => (
          <tr key={row.what}>
            <th scope="row" className="py-2 pe-3 text-start font-normal">
              {row.what}
            </th>
            <Sample theme={row.dark} wanted={row.wanted} />
            <Sample theme={row.light} wanted={row.wanted} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sample({ theme, wanted }: { theme: ContrastRow['dark']; wanted: number }) {
  return (
    <td className="py-1.5 ps-2 text-center">
      <span
        className="figures inline-flex min-w-18 items-center justify-center gap-1 rounded-sm px-2 py-1 font-semibold"
        style={wanted >= 4.5 ? { color: theme.colour, backgroundColor: theme.ground } : undefined}
      >
        {wanted < 4.5 && (
          <span
            aria-hidden="true"
            className="size-4 rounded-full border-3"
            style={{ borderColor: theme.colour, backgroundColor: theme.ground }}
          />
        )}
        {theme.ratio.toFixed(1)}
        {theme.ratio >= wanted && <Check aria-label="enough" className="size-3.5" />}
      </span>
    </td>
  )
}
