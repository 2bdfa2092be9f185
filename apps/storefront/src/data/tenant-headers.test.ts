import { expect, it } from 'vitest'
import { aTenant } from '../../test/fixtures.ts'
import { tenantHeaders } from './call-headers.ts'

const harbor = aTenant({ slug: 'harbor' })

it('the headers name the tenant by its path if the page has one', () => {
  expect(tenantHeaders(harbor, '/harbor', 'tickets.example')).toEqual({ 'X-Brand-Path': 'harbor' })
})

it('names the tenant by its subdomain', () => {
  expect(tenantHeaders(harbor, '', 'harbor.tickets.example')).toEqual({
    'X-Tenant-Subdomain': 'harbor',
  })
})

it('the headers name no tenant on a main host, even if its labels look like one', () => {
  expect(tenantHeaders(aTenant(), '', 'www.tickets.example')).toEqual({})
})
