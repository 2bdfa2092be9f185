import type { DemoFeeSet, DemoVenue } from '../demo-types.ts'

const NEW_YORK = 'America/New_York'
const CHICAGO = 'America/Chicago'

export const VENUES: Record<string, DemoVenue> = {
  lantern: {
    name: 'Lantern Hall',
    street: '218 Mercer Street',
    city: 'New York',
    state: 'NY',
    postalCode: '10012',
    timeZone: NEW_YORK,
    at: [40.72785, -73.99603],
    description:
      'A ballroom of 1899 with a sprung floor, a balcony on iron columns and the lanterns that gave it its name.',
    gettingThere: [
      'Subway: N, R, W to 8 St-NYU, four minutes on foot.',
      'Subway: 6 to Bleecker St, six minutes on foot.',
      'Bicycle stands along Mercer Street; there is no parking.',
    ],
    accessNotes: [
      'Step-free from Mercer Street; an elevator reaches the balcony.',
      'Accessible toilets on both floors. Induction loop in the stalls.',
    ],
  },
  crane: {
    name: 'Crane Street Station',
    street: '310 Crane Street',
    city: 'New York',
    state: 'NY',
    postalCode: '10002',
    timeZone: NEW_YORK,
  },
  arcade: {
    name: 'Coin Street Arcade',
    street: '41 Coin Street',
    city: 'Brooklyn',
    state: 'NY',
    postalCode: '11231',
    timeZone: NEW_YORK,
  },
  quill: {
    name: 'Quill Court Assembly Rooms',
    street: '6 Quill Court',
    city: 'Boston',
    state: 'MA',
    postalCode: '02108',
    timeZone: NEW_YORK,
  },
  playhouse: {
    name: 'Ninth Street Playhouse',
    street: '904 South Ardmore Street',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60605',
    timeZone: CHICAGO,
    at: [41.87064, -87.62561],
    description: 'Three hundred and ten seats around a thrust stage, in a former piano warehouse.',
    gettingThere: [
      'L: Red, Green and Orange Line to Roosevelt, seven minutes on foot.',
      'Bus 12 stops at the door.',
      'Parking in the garage on Wabash Avenue; the box office stamps your ticket.',
    ],
    accessNotes: [
      'Step-free to the orchestra; the mezzanine has 28 steps and no elevator.',
      'Six wheelchair spaces with companion seats in row F.',
    ],
  },
  coldStore: {
    name: 'Halloran Cold Store',
    street: '88 Icehouse Lane',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60616',
    timeZone: CHICAGO,
  },
  fieldhouse: {
    name: 'Cordova Fieldhouse',
    street: '1550 West Halloran Avenue',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60608',
    timeZone: CHICAGO,
  },
  landing: {
    name: 'Delacroix Landing',
    street: '1100 Delacroix Street',
    city: 'New Orleans',
    state: 'LA',
    postalCode: '70117',
    timeZone: CHICAGO,
  },
  railyard: {
    name: 'The Old Railyard',
    street: '3300 Switchback Street',
    city: 'Denver',
    state: 'CO',
    postalCode: '80205',
    timeZone: 'America/Denver',
  },
  glasshouse: {
    name: 'The Glasshouse',
    street: '77 East Palo Seco Road',
    city: 'Phoenix',
    state: 'AZ',
    postalCode: '85016',
    timeZone: 'America/Phoenix',
  },
  observatory: {
    name: 'Meridian Observatory',
    street: '1 Summit Road',
    city: 'Los Angeles',
    state: 'CA',
    postalCode: '90027',
    timeZone: 'America/Los_Angeles',
    at: [34.11856, -118.30037],
    description: 'A working observatory on the ridge above the city, open to visitors since 1931.',
    gettingThere: [
      'The shuttle climbs from Vermont/Sunset station every 20 minutes, until an hour after closing.',
      'On foot from the Ferndell gate: 50 minutes, uphill.',
      'Parking along the ridge fills early on weekends.',
    ],
    accessNotes: [
      'Ramps to the terrace and the plate vault.',
      'The dome has a lift; say so at the desk when you arrive.',
    ],
  },
}

export const FEE_SETS: Record<string, DemoFeeSet> = {
  service: { name: 'Service fee', percent: 12.5 },
  registration: { name: 'Registration fee', percent: 3.5 },
  booking: { name: 'Booking fee', flatMinor: 250 },
  reduced: { name: 'Reduced booking fee', flatMinor: 100 },
  hospitality: { name: 'Hospitality fee', flatMinor: 900 },
  /** No longer charged: the set stays for old orders. */
  roof: { name: 'Roof restoration fee', flatMinor: 150, isActive: false },
}
