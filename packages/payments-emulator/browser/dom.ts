import { IntegrationError } from './errors.ts'

/**
 * Elements are created one by one, because a strict Content-Security-Policy and trusted types
 * forbid the styles and scripts that markup in strings could contain.
 */

export type Attributes = Record<string, string>

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

export function svg(tag: string, attributes: Attributes, ...children: Node[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** @throws IntegrationError if the page has no such element. */
export function containerOf(target: string | HTMLElement): HTMLElement {
  const container = typeof target === 'string' ? document.querySelector(target) : target
  if (container instanceof HTMLElement) return container
  throw new IntegrationError(
    `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
  )
}
