import { compile, type TextBuilder, type TextElement, type Walk } from 'html-to-text'

/** 'Open your tickets: https://...', on a line of its own. */
function action(element: TextElement, walk: Walk, builder: TextBuilder): void {
  builder.openBlock({ leadingLineBreaks: 2 })
  walk(element.children, builder)
  builder.addInline(`: ${element.attribs.href}`, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const paragraph = { leadingLineBreaks: 2, trailingLineBreaks: 2 }

/**
 * The text alternative: the same words in the same order, each fact on a line, each link with its
 * address. The rules are compiled once, because compiling them for each mail took half of the time
 * to render it.
 */
export const textOf: (html: string) => string = compile({
  wordwrap: false,
  formatters: { action },
  selectors: [
    { selector: 'img', format: 'skip' },
    // The mark that react-email sets on the preview.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'block', options: line })),
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
