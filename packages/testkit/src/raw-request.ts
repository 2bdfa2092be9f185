import { request } from 'node:http'
import type { Answer } from './test-browser.ts'

/** Sends what `fetch` would not: any Host, any path, any bytes. Corrects nothing. */
export function rawRequest(
  url: string,
  options: {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string | Buffer
  },
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', path, headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.includes('json')
        const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        )
        resolve({
          status: response.statusCode ?? 0,
          body: isJson && text ? JSON.parse(text) : text,
          headers: new Headers(pairs),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
