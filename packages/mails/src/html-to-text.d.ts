/** What is used of html-to-text, which comes without types. */
declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: Readonly<Record<string, unknown>>
  }
  export interface TextElement {
    children: readonly unknown[]
    attribs: Readonly<Record<string, string>>
  }
  export interface TextBuilder {
    openBlock(options: { leadingLineBreaks: number }): void
    closeBlock(options: { trailingLineBreaks: number }): void
    addInline(text: string, options: { noWordTransform: boolean }): void
  }
  export type Walk = (children: TextElement['children'], builder: TextBuilder) => void
  export function compile(options: {
    wordwrap: false
    formatters: Readonly<
      Record<string, (element: TextElement, walk: Walk, builder: TextBuilder) => void>
    >
    selectors: readonly Selector[]
  }): (html: string) => string
}
