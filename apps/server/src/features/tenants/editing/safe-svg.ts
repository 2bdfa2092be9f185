/** Elements that draw. All others are refused: scripts, HTML, animations, links, pictures in filters. */
const ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'metadata',
  'style',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'image',
  'lineargradient',
  'radialgradient',
  'stop',
  'clippath',
  'mask',
  'pattern',
  'marker',
  'switch',
  'textpath',
  'filter',
  'feblend',
  'fecolormatrix',
  'fecomponenttransfer',
  'fecomposite',
  'fedropshadow',
  'feflood',
  'fefunca',
  'fefuncb',
  'fefuncg',
  'fefuncr',
  'fegaussianblur',
  'femerge',
  'femergenode',
  'femorphology',
  'feoffset',
])

/** Each may draw a group of others: with more, a few kilobytes could draw billions of shapes. */
const MOST_REPEATS = 20
const REPEATING = /<(?:use|pattern|marker)[\s/>]/gi
/** Each is drawn over all that it is applied to, by the browser of every visitor. */
const MOST_FILTERS = 40
const FILTERING = /<fe[a-z]/gi

/** What drawing programs write about themselves, which browsers ignore. */
const OF_PROGRAMS = /^(sodipodi|inkscape|rdf|cc|dc|sketch|serif|bx|i|x):/
/** The languages that readers of XML do not ignore: a prefix of another name may mean one of them. */
const OF_BROWSERS = /w3\.org\/(2000\/svg|1999\/xhtml|1998\/math|1999\/xsl|2001\/xinclude)/i

/**
 * The functions of CSS that load what they name, with and without the prefix of a browser. `url()` is judged
 * by its target instead, because drawings refer to their own parts with it.
 */
const FETCHING = /(?:src|image|image-set|image-rect|cross-fade|filter)\(/i

/**
 * Says why an SVG is refused; null if it only draws. It is searched as text, because a browser may parse
 * a broken file in another way than a parser of ours: what is refused may stand nowhere in it, as it is
 * written and as a browser reads it.
 */
export function whyNotSafe(svg: string): string | null {
  if (declaresEntities(svg)) return 'The SVG declares entities. Save it without them.'
  if (/<\?xml-stylesheet/i.test(svg)) return 'The SVG names a stylesheet of another file.'
  if (/encoding\s*=\s*["'](?!utf-8)/i.test(svg.slice(0, 200))) return 'Save the SVG as UTF-8.'
  const read = withoutEntities(svg)
  const reasons = [read, withoutEscapes(read)].map(whyNotClosed)
  return whyNotDrawing(svg) ?? reasons.find((reason) => reason !== null) ?? null
}

/** An encoded sign begins no element, so elements are searched for in the text as it is written. */
function whyNotDrawing(svg: string): string | null {
  for (const [, name = ''] of svg.matchAll(/<\/?\s*([^\s/>!?]+)/g)) {
    const element = name.toLowerCase()
    if (!ELEMENTS.has(element) && !OF_PROGRAMS.test(element)) {
      return `The SVG contains <${name.slice(0, 40)}>. A logo may only draw. Without it, or as PNG, the file works.`
    }
  }
  if ((svg.match(REPEATING)?.length ?? 0) > MOST_REPEATS) {
    return `The SVG repeats parts more than ${MOST_REPEATS} times. Save it as PNG.`
  }
  return (svg.match(FILTERING)?.length ?? 0) > MOST_FILTERS
    ? `The SVG has more than ${MOST_FILTERS} steps of filters. Save it as PNG.`
    : null
}

/** Why it may reach beyond itself, by what stands in its attributes and styles. */
function whyNotClosed(svg: string): string | null {
  for (const [, prefix = '', uri = ''] of svg.matchAll(
    /xmlns:([^\s=]{1,100})\s*=\s*["']([^"']{0,200})/g,
  )) {
    if (OF_PROGRAMS.test(`${prefix.toLowerCase()}:`) && OF_BROWSERS.test(uri)) {
      return `The SVG gives the prefix ${prefix.slice(0, 40)} to drawings. Save it as plain SVG.`
    }
  }
  if (/[\s"'/]on[a-z]+\s*=/i.test(svg)) return 'The SVG contains a script. A logo may only draw.'
  if (/javascript\s*:|@import|expression\s*\(/i.test(svg)) {
    return 'The SVG contains a script or a style of another file. A logo may only draw.'
  }
  if (FETCHING.test(svg)) {
    return 'A style of the SVG loads a picture. A logo contains all that it draws.'
  }
  if (/xml:base\s*=/i.test(svg)) {
    return 'The SVG says where its references begin, with xml:base. Save it without.'
  }
  // Each of them, also one that seems to be inside the quotation marks of another.
  for (const [, mark, target = ''] of svg.matchAll(/href\s*=\s*(?=(["']?)([^"'\s]{0,30}))/gi)) {
    if (!mark) return 'The SVG has a reference without quotation marks.'
    if (!/^(#|data:image\/(png|jpeg|webp);base64,)/.test(target)) {
      return 'The SVG refers to another file. A logo contains all that it draws.'
    }
  }
  for (const [, target = ''] of svg.matchAll(/url\(([^)]{0,200})/gi)) {
    if (!/^["']?#/.test(target.trim()))
      return 'The SVG refers to another file. A logo contains all that it draws.'
  }
  return null
}

/** Only a document type can: one with a list of its own, or a second one that a parser might read. */
function declaresEntities(svg: string): boolean {
  if (/<!ENTITY/i.test(svg)) return true
  const [, first, second] = svg.split(/<!DOCTYPE/i)
  return second !== undefined || (first?.slice(0, first.indexOf('>') + 1).includes('[') ?? false)
}

/** A character by its number. Signs of markup are left out: decoded, they could hide what follows them. */
function character(code: number): string {
  const text = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  return /[<>"']/.test(text) ? '' : text
}

/** Attributes as XML reads them: numbers, with as many zeros before them as they like, and names of its own signs. */
const withoutEntities = (svg: string): string =>
  svg
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#([0-9]+);?/g, (_, digits: string) => character(Number(digits)))
    .replace(/&(?:quot|apos);/g, '')
    .replaceAll('&amp;', '&')

/** The text as CSS reads it: '\\75rl(' is 'url('. A line's end of two characters counts as one. */
const withoutEscapes = (svg: string): string =>
  svg
    .replace(/\\([0-9a-f]{1,6})(?:\r\n|\s)?/gi, (_, hex: string) =>
      character(Number.parseInt(hex, 16)),
    )
    .replace(/\\(\S)/g, '$1')
