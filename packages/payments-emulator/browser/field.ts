import { h, svg } from './dom.ts'
import type { ValidationError } from './errors.ts'

export interface FieldOptions {
  id: string
  label: string
  input: HTMLInputElement | HTMLSelectElement
  /** Shown inside the control beside the text, such as the card's brand. */
  adornment?: Element
  wide?: boolean
  /** Returns what is wrong with the field now; null if it is valid. */
  check: () => ValidationError | null
}

/**
 * A labelled control. After the buyer leaves it, it shows what is wrong with it until that is
 * corrected.
 */
export class Field {
  readonly element: HTMLElement
  readonly input: HTMLInputElement | HTMLSelectElement
  readonly #label: HTMLElement
  readonly #error: HTMLElement
  readonly #check: () => ValidationError | null

  constructor({ id, label, input, adornment, wide = false, check }: FieldOptions) {
    this.input = input
    this.#check = check
    input.id = id
    input.classList.add('Input')
    this.#label = h('label', { class: 'Label', for: id }, label)
    this.#error = h('p', { class: 'Error', id: `${id}-error`, 'aria-live': 'polite' })
    this.element = h(
      'div',
      { class: wide ? 'Field Field--wide' : 'Field' },
      this.#label,
      h('span', { class: 'Control' }, input, ...(adornment ? [adornment] : [])),
      this.#error,
    )
    input.addEventListener('input', () => {
      if (this.isInvalid && !this.problem()) this.show(null)
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') this.show(this.problem()?.message ?? null)
    })
  }

  get isInvalid(): boolean {
    return this.input.getAttribute('aria-invalid') === 'true'
  }

  setLabel(label: string): void {
    this.#label.textContent = label
  }

  /** What is wrong with the field; null if it is valid or hidden. */
  problem(): ValidationError | null {
    return this.element.hidden ? null : this.#check()
  }

  /** Shows a text under the field; null removes it. */
  show(message: string | null): void {
    this.input.classList.toggle('Input--invalid', message !== null)
    if (message === null) {
      this.input.removeAttribute('aria-invalid')
      this.input.removeAttribute('aria-describedby')
      this.#error.replaceChildren()
      return
    }
    this.input.setAttribute('aria-invalid', 'true')
    this.input.setAttribute('aria-describedby', this.#error.id)
    this.#error.replaceChildren(errorSign(), h('span', {}, message))
  }
}

/** The sign beside an error, because not everybody can see that a text is red. */
function errorSign(): SVGElement {
  return svg(
    'svg',
    { class: 'Error-sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('circle', { cx: '8', cy: '8', r: '6.5' }),
    svg('path', { d: 'M8 4.5v4M8 11v.5' }),
  )
}
