import { BRANDS, type BrandId } from '../src/cards/brands.ts'
import { type Attributes, svg, svgText } from './dom.ts'

const LETTERS: Attributes = {
  'font-family': 'ui-sans-serif, system-ui, sans-serif',
  'font-weight': '800',
  'text-anchor': 'middle',
  x: '18',
  y: '15.5',
}

interface Mark {
  ground: string
  draw: () => SVGElement[]
}

const letters = (text: string, fill: string, size: string, more: Attributes = {}) => [
  svgText(text, { ...LETTERS, fill, 'font-size': size, ...more }),
]
const circle = (cx: string, fill: string, more: Attributes = {}) =>
  svg('circle', { cx, cy: '12', r: '6.5', fill, ...more })

/** Plain marks of our own that recall each brand at this size. */
const MARKS: Partial<Record<BrandId, Mark>> = {
  visa: {
    ground: '#1a3a9c',
    draw: () => letters('VISA', '#fff', '10', { 'font-style': 'italic' }),
  },
  mastercard: {
    ground: '#1b1b1f',
    draw: () => [circle('14', '#eb2a2a'), circle('22', '#f7a11a', { 'fill-opacity': '.88' })],
  },
  amex: { ground: '#1667b8', draw: () => letters('AMEX', '#fff', '9') },
  discover: {
    ground: '#fff',
    draw: () => [
      svg('path', { d: 'M36 12v12H14c10-1 18-5 22-12z', fill: '#f27712' }),
      ...letters('DISCOVER', '#1b1b1f', '5.6', { y: '12' }),
    ],
  },
  diners: {
    ground: '#fff',
    draw: () => [
      circle('18', '#0a5ea8', { r: '8' }),
      svg('path', { d: 'M16.5 7.5a5 5 0 0 0 0 9zm3 0a5 5 0 0 1 0 9z', fill: '#fff' }),
    ],
  },
  jcb: {
    ground: '#fff',
    draw: () =>
      ['#0b64b4', '#d8232f', '#1d8b3a'].map((fill, index) =>
        svg('rect', { x: String(8 + index * 7), y: '5', width: '6', height: '14', rx: '2', fill }),
      ),
  },
  unionpay: {
    ground: '#0e6f7c',
    draw: () => [
      svg('path', { d: 'M8 0h10l-4 24H4z', fill: '#d8232f' }),
      svg('path', { d: 'M18 0h8l-4 24h-8z', fill: '#12408c' }),
    ],
  },
}

/** A small picture of the brand, named for screen readers; a blank card while it is unknown. */
export function brandMark(id: BrandId): SVGElement {
  const mark = MARKS[id]
  const size = { class: 'Brand', viewBox: '0 0 36 24', width: '36', height: '24' }
  if (!mark) {
    return svg(
      'svg',
      { ...size, 'aria-hidden': 'true' },
      svg('rect', {
        class: 'Brand-card',
        x: '.75',
        y: '.75',
        width: '34.5',
        height: '22.5',
        rx: '3.5',
      }),
      svg('path', { class: 'Brand-stripe', d: 'M1 7h34v4H1z' }),
    )
  }
  const name = BRANDS.find((brand) => brand.id === id)?.name ?? ''
  const clip = { class: 'Brand-ground', width: '36', height: '24', rx: '4' }
  return svg(
    'svg',
    { ...size, role: 'img', 'aria-label': name },
    svg('rect', { ...clip, fill: mark.ground }),
    ...mark.draw(),
  )
}
