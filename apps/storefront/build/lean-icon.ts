import { type ComponentProps, createElement, type ReactElement } from 'react'

/** What a module of lucide-react knows of its icon. */
interface IconData {
  size: number
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

/**
 * Replaces lucide's own function of this name, which would add contexts, sizes and stroke widths
 * that we never set to the first load (2 kB gzip). Icons are decoration: the text beside them
 * carries the meaning.
 */
export default function createLucideIcon({ size, node }: IconData) {
  return (props: ComponentProps<'svg'>): ReactElement =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
