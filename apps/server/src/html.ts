const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is known to be safe. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/**
 * A template for the few pages and mails that are not drawn with React. Every value is escaped
 * unless it is Html. Arrays are joined.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)))
}

function render(value: unknown): string {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
