import { toPlainText } from 'react-email'

/** What is used of html-to-text, which comes without types. */
interface TextElement {
  children: readonly unknown[]
  attribs: Readonly<Record<string, string>>
}
interface TextBuilder {
  openBlock(options: { leadingLineBreaks: number }): void
  closeBlock(options: { trailingLineBreaks: number }): void
  addInline(text: string, options: { noWordTransform: boolean }): void
}
type Walk = (children: TextElement['children'], builder: TextBuilder) => void

/** 'Open your tickets: https://...', on a line of its own. */
function action(element: TextElement, walk: Walk, builder: TextBuilder): void {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.addInline(`: ${element.attribs.href}`, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const paragraph = { leadingLineBreaks: 2, trailingLineBreaks: 2 }

/** The text alternative: the same words in the same order, a fact a line, links spelled out. */
export const textOf = (html: string): string =>
  toPlainText(html, {
    formatters: { action },
    selectors: [
      ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: '[data-text=line]', format: 'block', options: line },
      { selector: 'a[href^="mailto:"]', format: 'inline' },
      { selector: '[data-text=action]', format: 'action' },
      { selector: '[data-text=facts]', format: 'block', options: paragraph },
      { selector: '[data-text=fact]', format: 'block', options: line },
      { selector: '[data-text=label]', format: 'inlineSurround', options: { suffix: ': ' } },
      { selector: '[data-text=value]', format: 'inline' },
    ],
  })
