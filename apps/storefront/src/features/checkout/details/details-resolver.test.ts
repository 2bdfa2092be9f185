import { describe, expect, it } from 'vitest'
import { type Details, NO_DETAILS } from './details.ts'
import { detailsResolver } from './details-resolver.ts'

const complete: Details = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'Ana@Example.com ',
  phone: '555 0100',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
}

const resolve = (values: Details) =>
  detailsResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

describe('detailsResolver', () => {
  it('passes what the server will take, tidied', async () => {
    const { values, errors } = await resolve(complete)
    expect(errors).toEqual({})
    expect(values).toMatchObject({ email: 'ana@example.com', zipCode: '62701' })
  })

  it('says Required for every empty or blank field', async () => {
    const { errors } = await resolve({ ...NO_DETAILS, city: '   ' })
    expect(Object.keys(errors)).toHaveLength(8)
    for (const error of Object.values(errors)) expect(error).toMatchObject({ message: 'Required' })
  })

  it('says Invalid email for what is no address', async () => {
    const { errors } = await resolve({ ...complete, email: 'ana@' })
    expect(errors).toEqual({ email: { type: 'validate', message: 'Invalid email' } })
  })
})
