import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createForwarded } from './forwarded.ts'

function requestWith(headers: Record<string, string>): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.1' })
  return Object.assign(new IncomingMessage(socket), { headers })
}

const TOLD = {
  'x-forwarded-for': '198.51.100.1, 203.0.113.2 , 192.0.2.3',
  'x-forwarded-proto': 'http, https',
}

test('of what is forwarded the last is believed: the proxy has added it', () => {
  const { addressOf, isHttps } = createForwarded(true)
  expect(addressOf(requestWith(TOLD))).toBe('192.0.2.3')
  expect(isHttps(requestWith(TOLD))).toBe(true)
  expect(isHttps(requestWith({ 'x-forwarded-proto': 'https, http' }))).toBe(false)
})

test('nothing of it is believed where there is no proxy', () => {
  const { addressOf, isHttps } = createForwarded(false)
  expect(addressOf(requestWith(TOLD))).toBe('10.0.0.1')
  expect(isHttps(requestWith(TOLD))).toBe(false)
})

test('a proxy that says nothing is who asks', () => {
  const { addressOf, isHttps } = createForwarded(true)
  expect(addressOf(requestWith({}))).toBe('10.0.0.1')
  for (const told of ['', ' ', '192.0.2.3,']) {
    expect(addressOf(requestWith({ 'x-forwarded-for': told }))).toBe('10.0.0.1')
  }
  expect(isHttps(requestWith({}))).toBe(false)
})
