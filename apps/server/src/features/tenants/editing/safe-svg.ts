/** Elements that draw. All others are refused: scripts, HTML, animations, filters, links. */
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
])

/** Each may draw a group of others: with more, a few kilobytes could draw billions of shapes. */
const MOST_USES = 20

/** What drawing programs write about themselves, which browsers ignore. */
const OF_PROGRAMS = /^(sodipodi|inkscape|rdf|cc|dc|sketch|serif|bx|i|x):/

/**
 * Says why an SVG is refused; null if it only draws. It is searched as text, because a browser may parse
 * a broken file in another way than a parser of ours: what is refused may stand nowhere in it.
 */
export function whyNotSafe(svg: string): string | null {
  if (declaresEntities(svg)) return 'The SVG declares entities. Save it without them.'
  if (/<\?xml-stylesheet/i.test(svg)) return 'The SVG names a stylesheet of another file.'
  if (/encoding\s*=\s*["'](?!utf-8)/i.test(svg.slice(0, 200))) return 'Save the SVG as UTF-8.'
  for (const [, name = ''] of svg.matchAll(/<\/?\s*([^\s/>!?]+)/g)) {
    const element = name.toLowerCase()
    if (!ELEMENTS.has(element) && !OF_PROGRAMS.test(element)) {
      return `The SVG contains <${name.slice(0, 40)}>. A logo may only draw.`
    }
  }
  if (/[\s"'/]on[a-z]+\s*=/i.test(svg)) return 'The SVG contains a script. A logo may only draw.'
  if (/javascript\s*:|&#|@import|expression\s*\(/i.test(svg)) {
    return 'The SVG contains a script or an encoded text. A logo may only draw.'
  }
  for (const [, , target = ''] of svg.matchAll(/href\s*=\s*(["'])(.*?)\1/gis)) {
    if (!/^(#|data:image\/(png|jpeg|webp);base64,)/.test(target.trim())) {
      return 'The SVG refers to another file. A logo contains all that it draws.'
    }
  }
  if (/href\s*=\s*[^"'\s]/i.test(svg)) return 'The SVG has a reference without quotation marks.'
  for (const [, target = ''] of svg.matchAll(/url\(([^)]{0,200})/gi)) {
    if (!/^["']?#/.test(target.trim()))
      return 'The SVG refers to another file. A logo contains all that it draws.'
  }
  const uses = svg.match(/<use[\s/>]/gi)?.length ?? 0
  return uses > MOST_USES ? `The SVG repeats parts more than ${MOST_USES} times.` : null
}

/** Only a document type can: one with a list of its own, or a second one that a parser might read. */
function declaresEntities(svg: string): boolean {
  if (/<!ENTITY/i.test(svg)) return true
  const [, first, second] = svg.split(/<!DOCTYPE/i)
  return second !== undefined || (first?.slice(0, first.indexOf('>') + 1).includes('[') ?? false)
}
