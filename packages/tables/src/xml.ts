/**
 * Reads XML from its first character to its last, once. It knows what the parts of workbooks have and
 * nothing more: no declarations of types and entities, so nothing refers to anything outside the text or
 * grows while it is read.
 */

export class XmlRefused extends Error {}

interface XmlReader {
  /** `attributes` is for {@link attributeOf}. A tag that is empty is opened and closed. */
  opened(name: string, attributes: string): void
  closed(name: string): void
  text(text: string): void
}

export function scanXml(xml: string, reader: XmlReader): void {
  let at = 0
  while (at < xml.length) {
    const tag = xml.indexOf('<', at)
    if (tag !== at) reader.text(unescaped(xml.slice(at, tag < 0 ? undefined : tag)))
    if (tag < 0) return
    if (xml.startsWith('<!--', tag)) at = behind(xml, '-->', tag)
    else if (xml.startsWith('<![CDATA[', tag)) {
      at = behind(xml, ']]>', tag)
      reader.text(xml.slice(tag + 9, at - 3))
    } else if (xml.startsWith('<?', tag)) at = behind(xml, '?>', tag)
    else if (xml.startsWith('<!', tag)) throw new XmlRefused('It declares types of its own.')
    else {
      const end = endOfTag(xml, tag)
      if (xml.charAt(tag + 1) === '/') reader.closed(localName(xml.slice(tag + 2, end).trim()))
      else {
        const isEmpty = xml.charAt(end - 1) === '/'
        const inside = xml.slice(tag + 1, isEmpty ? end - 1 : end)
        const space = inside.search(/\s/)
        const name = localName(space < 0 ? inside : inside.slice(0, space))
        reader.opened(name, space < 0 ? '' : inside.slice(space))
        if (isEmpty) reader.closed(name)
      }
      at = end + 1
    }
  }
}

function behind(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  if (found < 0) throw new XmlRefused('It ends too early.')
  return found + mark.length
}

/** Where a tag ends; its attributes may contain a '>'. */
function endOfTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at += 1) {
    const one = xml.charCodeAt(at)
    if (one === 0x3e) return at
    if (one === 0x22 || one === 0x27) {
      at = xml.indexOf(one === 0x22 ? '"' : "'", at + 1)
      if (at < 0) break
    }
  }
  throw new XmlRefused('It ends too early.')
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The value of an attribute, by its name without a prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let at = 0
  for (;;) {
    const equals = attributes.indexOf('=', at)
    if (equals < 0) return undefined
    let begins = equals + 1
    while (/\s/.test(attributes.charAt(begins))) begins += 1
    const quote = attributes.charAt(begins)
    if (quote !== '"' && quote !== "'") return undefined
    const ends = attributes.indexOf(quote, begins + 1)
    if (ends < 0) return undefined
    if (localName(attributes.slice(at, equals).trim()) === name) {
      return unescaped(attributes.slice(begins + 1, ends))
    }
    at = ends + 1
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g,
        (all, hex, digits, name) => {
          if (name) return NAMED[name] ?? all
          const code = hex ? Number.parseInt(hex, 16) : Number(digits)
          return code <= 0x10ffff ? String.fromCodePoint(code) : all
        },
      )
    : text
