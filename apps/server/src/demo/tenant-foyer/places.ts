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
  oval: {
    name: 'Prairie Oval',
    street: '2400 South Prairie Ring',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60616',
    timeZone: CHICAGO,
    at: [41.84972, -87.62118],
    description:
      'Forty-one thousand under one ring of light. Built in 1928 for a fair, kept for football, and given a new pitch last spring.',
    gettingThere: [
      'L: Green Line to Cermak, nine minutes on foot. Extra trains run until an hour after the whistle.',
      'Park and ride from Damen and from 63rd Street; a bus every six minutes.',
      'Bicycle stands, guarded, at Gates A and D.',
    ],
    accessNotes: [
      'Step-free through Gates B and C; lifts to every tier.',
      'Parking for badge holders at Gate C: write to us the day before.',
    ],
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
    at: [39.77012, -104.97655],
    description:
      'Fourteen acres of freight yard with its wagons, its turntable and a water tower that can be seen from the mountains.',
    gettingThere: [
      'A Line to 38th and Blake, eleven minutes on foot along the tracks.',
      'Parking on the north field only with the add-on; the streets around are for residents.',
      'Bicycles may come inside: there is a wagon for them.',
    ],
    accessNotes: ['Level gravel, with boards to both stages.', 'Accessible toilets at each gate.'],
  },
  glasshouse: {
    name: 'The Glasshouse',
    street: '77 East Palo Seco Road',
    city: 'Phoenix',
    state: 'AZ',
    postalCode: '85016',
    timeZone: 'America/Phoenix',
    at: [33.50931, -112.04212],
    description:
      'A palm house of 1911, moved here pane by pane from a world fair that nobody attended.',
    gettingThere: [
      'Light rail to Central and Camelback, then bus 50 to the gate.',
      'Free parking in the shade of the east wall.',
    ],
    accessNotes: ['One level, wide doors, and a bench every thirty meters.'],
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
