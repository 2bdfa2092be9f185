import { expect, it } from 'vitest'
import { NO_DETAILS } from './details.ts'
import { detailsOfWallet } from './wallet-details.ts'

const address = {
  line1: 'Rua Garrett 73',
  line2: null,
  city: 'Lisboa',
  state: '',
  postal_code: '1200-203',
  country: 'PT',
}
const billing = {
  name: 'Inês Maria Duarte',
  email: 'Ines@Example.com',
  phone: '+351 912 345 678',
  address,
}

it("takes the whole contact and address of a wallet's owner", () => {
  expect(detailsOfWallet(billing)).toEqual({
    firstName: 'Inês Maria',
    lastName: 'Duarte',
    email: 'ines@example.com',
    phone: '+351 912 345 678',
    address: 'Rua Garrett 73',
    city: 'Lisboa',
    state: '',
    zipCode: '1200-203',
    country: 'PT',
  })
})

it('takes no order without an e-mail address', () => {
  expect(detailsOfWallet(undefined)).toBeNull()
  expect(detailsOfWallet({ name: billing.name, address })).toBeNull()
})

it('leaves out what the server would refuse, because nobody can correct it in a wallet', () => {
  const short = detailsOfWallet({ ...billing, phone: '12', address: { ...address, city: '' } })
  expect(short).toMatchObject({ phone: '', address: '', city: '', zipCode: '', country: '' })
})

it('takes a buyer of one name', () => {
  expect(detailsOfWallet({ ...billing, name: 'Madonna' })).toMatchObject({
    ...NO_DETAILS,
    firstName: 'Madonna',
    lastName: '',
    email: expect.any(String),
    phone: expect.any(String),
    address: expect.any(String),
    city: expect.any(String),
    zipCode: expect.any(String),
    country: 'PT',
  })
})
