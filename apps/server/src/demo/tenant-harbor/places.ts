import type { DemoFeeSet, DemoVenue } from '../demo-types.ts'

const PACIFIC = 'America/Los_Angeles'

export const VENUES: Record<string, DemoVenue> = {
  tallow: {
    name: 'Tallow Wharf Stage',
    street: '9 Tallow Wharf',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94111',
    timeZone: PACIFIC,
  },
  sailLoft: {
    name: 'The Sail Loft',
    street: '212 Ropemaker Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94107',
    timeZone: PACIFIC,
  },
  kelpHall: {
    name: 'Tideway Aquarium',
    street: '12 Sardine Street',
    city: 'San Diego',
    state: 'CA',
    postalCode: '92101',
    timeZone: PACIFIC,
  },
  boathouse: {
    name: 'Cedar Slip Boathouse',
    street: '640 Cedar Slip',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98109',
    timeZone: PACIFIC,
  },
  lagoon: {
    name: 'Lagoon Lawn',
    street: '5 Breadfruit Lane',
    city: 'Honolulu',
    state: 'HI',
    postalCode: '96814',
    timeZone: 'Pacific/Honolulu',
  },
  lightship: {
    name: 'Lightship Arven',
    street: 'Berth 4, Chandlers Wharf',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    timeZone: 'America/New_York',
  },
  grainPier: {
    name: 'Grain Pier',
    street: '1 Elevator Row',
    city: 'Duluth',
    state: 'MN',
    postalCode: '55802',
    timeZone: 'America/Chicago',
  },
  armazem: {
    name: 'Armazém 12',
    street: 'Cais da Madrugada 12',
    city: 'Lisbon',
    state: '',
    postalCode: '1200-480',
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    at: [38.70521, -9.14893],
    description:
      'Um armazém de cais do século XIX: a quay warehouse of 1871, with its crane, its scales and a floor that still smells of cork.',
    gettingThere: [
      'Cais do Sodré station (train, metro, ferry), six minutes along the river.',
      'Tram 25 stops at Santos; the last one leaves at 1 AM.',
      'There is no parking on the quay.',
    ],
    accessNotes: [
      'Level from the quay; the doors are two meters wide.',
      'One accessible toilet, on the ground floor.',
    ],
  },
  kujira: {
    name: 'Kujira Pier',
    street: '2-14 Kaigan-dori, Naka-ku',
    city: 'Yokohama',
    state: '',
    postalCode: '231-0002',
    country: 'JP',
    timeZone: 'Asia/Tokyo',
    at: [35.44921, 139.64511],
    description:
      'The old whalers’ pier, with a tea house at its end and eleven roofed boats that are kept by the same family since 1894.',
    gettingThere: [
      'Nihon-odori station (Minatomirai Line), exit 1, five minutes on foot.',
      'From Sakuragicho by the sea wall: fifteen minutes, and the better way at dusk.',
    ],
    accessNotes: [
      'A ramp to the pier at every tide. Boats 3 and 7 take a wheelchair; choose any time and write to us.',
    ],
  },
  speicher: {
    name: 'Speicher Sieben',
    street: 'Alter Kohlenkai 7',
    city: 'Hamburg',
    state: '',
    postalCode: '20457',
    country: 'DE',
    timeZone: 'Europe/Berlin',
  },
}

export const FEE_SETS: Record<string, DemoFeeSet> = {
  harbor: { name: 'Harbor fee', flatMinor: 300 },
  pier: { name: 'Pier fee', flatMinor: 100 },
  service: { name: 'Service fee', percent: 9.9 },
  galley: { name: 'Galley fee', percent: 18 },
  /** No longer charged: the set stays for old orders. */
  dredging: { name: 'Dredging surcharge', flatMinor: 200, isActive: false },
}
