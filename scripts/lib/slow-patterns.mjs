import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

/**
 * Says why a regular expression may take more than linear time; null if it takes linear time. Found are
 * unbounded repeats within one another; unbounded repeats side by side that can match the same text, and
 * a repeat without a beginning, which is tried again from each of the characters that it matches.
 *
 * @param {string} pattern
 * @param {string} flags
 */
export function whySlow(pattern, flags) {
  const parser = new RegExpParser()
  const isUnicode = flags.includes('u')
  const hasSets = flags.includes('v')
  const parsed = parser.parsePattern(pattern, 0, pattern.length, {
    unicode: isUnicode,
    unicodeSets: hasSets,
  })
  let depth = 0
  let deepest = 0
  visitRegExpAST(parsed, {
    onQuantifierEnter({ max }) {
      if (max === Number.POSITIVE_INFINITY) depth += 1
      deepest = Math.max(deepest, depth)
    },
    onQuantifierLeave({ max }) {
      if (max === Number.POSITIVE_INFINITY) depth -= 1
    },
  })
  if (deepest > 1) return 'has an unbounded repeat within another'
  const [report] = analyse({ source: pattern, flags }).reports
  if (!report) return null
  return report.type === 'Move'
    ? 'begins with an unbounded repeat, which is tried again from each character'
    : 'has unbounded repeats beside each other that match the same text'
}

/**
 * The regular expressions of a file of TypeScript.
 *
 * @param {string} source
 * @param {{ isJsx: boolean }} options
 * @returns {{ pattern: string, flags: string }[]}
 */
export function patternsIn(source, { isJsx }) {
  const found = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'RegExpLiteral') found.push({ pattern: node.pattern, flags: node.flags })
    else for (const each of Object.values(node)) visit(each)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isJsx, target: 'es2024' }))
  return found
}
