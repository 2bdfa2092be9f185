import { h, svg } from './dom.ts'

/** The labels of payment methods that have a page of their own. */
const REDIRECTS: Record<string, string> = { ideal: 'iDEAL', amazon_pay: 'Amazon Pay' }

const CARD_ICON = [
  'M1 3.5A2.5 2.5 0 0 1 3.5 1h13A2.5 2.5 0 0 1 19 3.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 1 12.5z',
  'M1 5.5h18M4 11h4',
]
const AWAY_ICON = ['M8 3H2v11h13V9', 'M11 1h7v7M18 1 9 10']

interface Tab {
  button: HTMLElement
  panel: HTMLElement
}

/** The payment methods as tabs, the card first; the others need no typed details. */
export class MethodTabs {
  readonly elements: HTMLElement[]
  readonly #list = h('div', { class: 'Tabs', role: 'tablist', 'aria-label': 'Payment methods' })
  readonly #panels = h('div')
  readonly #tabs = new Map<string, Tab>()
  readonly #onChange: () => void
  #selected = 'card'

  constructor(cardPanel: readonly HTMLElement[], onChange: () => void) {
    this.#onChange = onChange
    this.elements = [this.#list, this.#panels]
    this.#add('card', 'Card', CARD_ICON, cardPanel)
    this.#select('card')
    this.#list.addEventListener('keydown', (event) => this.#move(event))
  }

  /** The type of the selected payment method. */
  get selected(): string {
    return this.#selected
  }

  /** Shows a tab for each payment method, once the intent is loaded. */
  offer(types: readonly string[]): void {
    for (const type of types) {
      const name = REDIRECTS[type]
      if (name === undefined || this.#tabs.has(type)) continue
      const text = `After submission, you will be redirected to ${name} to securely complete next steps.`
      this.#add(type, name, AWAY_ICON, [h('p', { class: 'Note' }, text)])
    }
    this.#select(this.#selected)
  }

  #add(type: string, name: string, icon: string[], content: readonly HTMLElement[]): void {
    const tabId = `${type}-tab`
    const panelId = `${type}-panel`
    const paths = icon.map((d) => svg('path', { d }))
    const button = h(
      'button',
      { class: 'Tab', type: 'button', role: 'tab', id: tabId, 'aria-controls': panelId },
      svg('svg', { class: 'TabIcon', viewBox: '0 0 20 16', 'aria-hidden': 'true' }, ...paths),
      h('span', { class: 'TabLabel' }, name),
    )
    const panel = h('div', { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId }, ...content)
    button.addEventListener('click', () => this.#choose(type))
    this.#tabs.set(type, { button, panel })
    this.#list.append(button)
    this.#panels.append(panel)
  }

  #choose(type: string): void {
    if (type === this.#selected) return
    this.#select(type)
    this.#onChange()
  }

  #select(selected: string): void {
    this.#selected = selected
    for (const [type, { button, panel }] of this.#tabs) {
      const isSelected = type === selected
      button.classList.toggle('Tab--selected', isSelected)
      button.setAttribute('aria-selected', String(isSelected))
      button.tabIndex = isSelected ? 0 : -1
      panel.hidden = !isSelected
    }
  }

  /** Moves the selection with the arrow keys; the first tab follows the last one. */
  #move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const types = [...this.#tabs.keys()]
    const next = types.at((types.indexOf(this.#selected) + step) % types.length) ?? 'card'
    this.#choose(next)
    this.#tabs.get(next)?.button.focus()
  }
}
