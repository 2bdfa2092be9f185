import type { DemoTenant } from './demo-types.ts'

export const HARBOR: DemoTenant = {
  slug: 'harbor',
  isDefault: false,
  name: 'Harbor Nights',
  tagline: 'Evenings by the water.',
  hue: 170,
  supportEmail: 'hello@harbor.example',
  venues: {
    pier: {
      name: 'Pier 9 Stage',
      street: '9 Embarcadero',
      city: 'San Francisco',
      state: 'CA',
      postalCode: '94111',
      timeZone: 'America/Los_Angeles',
    },
  },
  feeSets: {
    harbor: { name: 'Harbor fee', flatMinor: 300 },
  },
  events: [
    {
      key: 'lighthouse-sessions',
      name: 'The Lighthouse Sessions',
      category: 'concert',
      description: 'Three voices, one lamp, the tide coming in.',
      venue: 'pier',
      feeSet: 'harbor',
      types: [{ name: 'General Admission', price: 4200 }],
      schedule: { kind: 'dates', inDays: [18], at: ['20:00'], durationMinutes: 150, capacity: 300 },
      sold: { about: 0.4 },
    },
  ],
}
