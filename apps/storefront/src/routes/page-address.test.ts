import { describe, expect, it } from 'vitest'
import { readPage } from './page-address.ts'

const EVENT = '5f0c2d8e-0000-4000-8000-00000000000a'
const TYPE = '5f0c2d8e-0000-4000-8000-00000000000b'
const FLOW = `/events-api/${EVENT}/tickets`

describe('an address of a page', () => {
  it.each([
    ['/', '/'],
    ['/?x=1', '/'],
    ['/?utm_source=mail&shown=24', '/?shown=24'],
    ['/events?sort=name&q=lights&x=1', '/events?q=lights&sort=name'],
    [`${FLOW}?types=${TYPE}:2&date=2027-01-02`, `${FLOW}?date=2027-01-02&types=${TYPE}:2`],
    [`/EVENTS-API/${EVENT.toUpperCase()}`, `/events-api/${EVENT}`],
    ['/pages/help', '/pages/help'],
  ])('has one spelling: %s is %s', (address, to) => {
    expect(readPage(address)).toMatchObject({ to, redirect: null })
    expect(readPage(to)).toMatchObject({ to, rest: '', redirect: null })
  })

  it('keeps the parameters that no page reads, for redirects', () => {
    expect(readPage('/?utm_source=mail&shown=24&x=1').rest).toBe('utm_source=mail&x=1')
  })

  it('is read without values that are too long, as in the browser', () => {
    expect(readPage(`${FLOW}?date=2027-01-02&types=${'x'.repeat(5000)}`)).toMatchObject({
      to: `${FLOW}?date=2027-01-02`,
      redirect: null,
    })
  })

  it('is corrected if part of it is invalid', () => {
    const { redirect } = readPage(`/events-api/${EVENT}?date=nonsense&utm_source=mail`)
    expect(redirect).toBe(`/events-api/${EVENT}?utm_source=mail`)
  })

  it.each([
    ['/checkout-api/12345', true],
    [`/order-confirmation/${EVENT}`, true],
    [`/order-tickets/${EVENT}`, true],
    [`/manage-order/${EVENT}?token=secret`, true],
    [`/manage-order/${EVENT}?token=secret&email=`, true],
    ['/manage-order', false],
    [`/events-api/${EVENT}`, false],
  ])('%s is personal: %s', (address, isPersonal) => {
    expect(readPage(address).isPersonal).toBe(isPersonal)
  })

  it('of a page that does not exist counts as one of two, with and without the frame of the shop', () => {
    for (const address of [
      '/a/b/c',
      '/a/b/c?x=1',
      `/${'a/'.repeat(3000)}`,
      `/events-api/${'a'.repeat(5000)}`,
    ]) {
      expect(readPage(address)).toMatchObject({ to: '/-/-', redirect: null })
    }
    expect(readPage('/order/1/2?x=2').to).toBe('/waiver/-/-')
    for (const to of ['/-/-', '/waiver/-/-']) expect(readPage(to).kind).toBe(to)
  })
})
