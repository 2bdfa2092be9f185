import type { DemoTenant } from './demo-types.ts'

const NEW_YORK = 'America/New_York'
const LOS_ANGELES = 'America/Los_Angeles'

export const FOYER: DemoTenant = {
  slug: 'foyer',
  isDefault: true,
  name: 'Foyer',
  tagline: 'Doors open soon.',
  hue: 75,
  supportEmail: 'hello@foyer.example',
  venues: {
    lantern: {
      name: 'Lantern Hall',
      street: '218 Mercer Street',
      city: 'New York',
      state: 'NY',
      postalCode: '10012',
      timeZone: NEW_YORK,
    },
    observatory: {
      name: 'Meridian Observatory',
      street: '1 Summit Road',
      city: 'Los Angeles',
      state: 'CA',
      postalCode: '90027',
      timeZone: LOS_ANGELES,
    },
  },
  feeSets: {
    service: { name: 'Service fee', percent: 12.5 },
    booking: { name: 'Booking fee', flatMinor: 250 },
  },
  events: [
    {
      key: 'sky-at-dusk',
      name: 'Sky at Dusk',
      category: 'exhibition',
      description:
        'Step into the dome as the city lights come on. A guided hour under the old refractor, then the terrace is yours.',
      venue: 'observatory',
      feeSet: 'service',
      timedEntry: true,
      group: 'Admission',
      types: [
        {
          name: 'Adult',
          price: { base: 2400, weekend: 600, peak: 300 },
          description: 'Ages 13 and up',
        },
        {
          name: 'Child',
          price: { base: 1400, weekend: 400, peak: 200 },
          description: 'Ages 3 to 12',
        },
      ],
      addOns: [{ name: 'Souvenir photo', price: 1599, max: 10 }],
      schedule: {
        kind: 'season',
        days: 45,
        from: '10:00',
        to: '20:00',
        everyMinutes: 30,
        durationMinutes: 60,
        capacity: 40,
      },
      sold: { about: 0.5 },
    },
  ],
}
