import { invalidRequest } from './errors.ts'
import { type Param, text } from './params.ts'

/** An absolute http or https address, to which a browser may be sent. */
export const webUrl: Param<string | undefined> = (node, name) => {
  const address = text()(node, name)
  if (address === undefined) return undefined
  const url = URL.parse(address)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return address
  throw invalidRequest(
    url ? 'Not a valid URL' : 'Invalid URL: An explicit scheme (such as https) must be provided.',
    { code: 'url_invalid', param: name },
  )
}
