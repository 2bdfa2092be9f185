import { CANCEL_BY_TIME } from '../change-policies.ts'
import type { DemoEvent } from '../demo-types.ts'

/** Festivals, conferences and a ferry. */
export const GATHERINGS: readonly DemoEvent[] = [
  {
    key: 'slack-water',
    name: 'Slack Water',
    category: 'festival',
    description:
      'Named for the pause between two currents. For two days Grain Pier carries three stages, a fish kitchen and a boat dance, from two in the afternoon until the bridge lifts at eleven. Every pass is for one day.',
    venue: 'grainPier',
    feeSet: 'service',
    showPriceDifference: true,
    group: 'Day passes',
    types: [
      {
        name: 'General Admission',
        description: 'All three stages',
        price: 3499,
        displayPrice: 'GA',
        capacity: 1200,
      },
      {
        name: 'Fast Pass',
        description: 'A gate of its own, and a place in the boat dance',
        price: 4499,
        displayPrice: 'GA + $10',
        capacity: 400,
      },
      {
        name: 'Immediate Access',
        description: 'Fast Pass, and the front of every stage',
        price: 5499,
        displayPrice: 'GA + $20',
        max: 4,
        capacity: 200,
      },
      {
        name: 'Platinum VIP',
        description: 'Everything above, with a deck chair on the tug and supper from the kitchen',
        price: 6499,
        displayPrice: 'GA + $30',
        max: 2,
        capacity: 14,
      },
    ],
    addOns: [
      { name: 'Parking', description: 'Elevator lot, one car, all day', price: 1500, max: 2 },
      { name: 'Souvenir Photo', description: 'On the tug', price: 1599, max: 10 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [27, 28],
      firstOn: 'Saturday',
      at: ['14:00'],
      durationMinutes: 540,
      capacity: 1814,
    },
    sold: { about: 0.4 },
  },
  {
    key: 'blessing-of-the-boats',
    name: 'Blessing of the Boats',
    category: 'festival',
    description:
      'Everything that floats passes the lightship once, is named aloud and gets a bucket of water over the bow. The wharf is open to all who have a badge, and there is no limit on badges. Chowder is included while it lasts.',
    venue: 'lightship',
    feeSet: 'pier',
    group: 'Badges',
    types: [
      { name: 'Badge', price: 600 },
      {
        name: 'Boat and Crew',
        description: 'One boat of any size in the parade',
        price: 4500,
        max: 1,
      },
    ],
    schedule: {
      kind: 'dates',
      inDays: [36],
      firstOn: 'Sunday',
      at: ['10:00'],
      durationMinutes: 360,
      capacity: null,
    },
  },
  {
    key: 'night-workers',
    name: 'Annual Meeting of Lighthouse Keepers, Bell Ringers, Clock Winders and Night Porters',
    category: 'conference',
    description:
      'A conference that begins at ten in the evening and ends with breakfast. Fourteen short talks on staying awake, keeping time and being the only light on. Interpreters for German and Portuguese sit in row two.',
    venue: 'speicher',
    feeSet: 'service',
    group: 'Places',
    types: [
      { name: 'Member', description: 'Of any of the four guilds', price: 9000, max: 2 },
      { name: 'Guest', price: 14000 },
    ],
    addOns: [
      { name: 'Hammock', description: 'In the attic, for those who fail', price: 2500, max: 1 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [31],
      firstOn: 'Thursday',
      at: ['22:00'],
      durationMinutes: 540,
      capacity: 160,
    },
    sold: { about: 0.4 },
  },
  {
    key: 'working-waterfront',
    name: 'Working Waterfront',
    category: 'conference',
    changePolicy: CANCEL_BY_TIME,
    description:
      'Port managers, fishers and planners from eleven cities on keeping trades at the quay. Mornings are talks, afternoons are walks to the places talked about. Lunch is served on the ferry.',
    venue: 'grainPier',
    feeSet: 'service',
    group: 'Day tickets',
    types: [
      { name: 'Early Bird', description: 'The first forty places', price: 18000, capacity: 40 },
      { name: 'Standard', price: 26000, capacity: 120 },
      { name: 'Student', description: 'With a card', price: 6000, max: 1, capacity: 30 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [40, 41],
      firstOn: 'Wednesday',
      at: ['08:30'],
      durationMinutes: 510,
      capacity: 190,
    },
    sold: 'all',
  },
  {
    key: 'fifty-cent-ferry',
    name: 'The Fifty-Cent Ferry',
    category: 'other',
    description:
      'The steam ferry Minna crosses the lake for the fare of 1926. The crossing takes 25 minutes and she comes straight back. Stokers may be watched through the engine room hatch.',
    venue: 'boathouse',
    group: 'Passage',
    types: [
      { name: 'Round Trip', price: 50 },
      { name: 'Bicycle', description: 'With its rider', price: 75, max: 2, capacity: 12 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [4, 5, 11, 12, 18, 19],
      firstOn: 'Saturday',
      at: ['11:00', '13:00', '15:00'],
      durationMinutes: 60,
      capacity: 90,
    },
    sold: { about: 0.5 },
  },
  {
    key: 'same-wave',
    name: 'Four Hundred Photographs of One Wave',
    category: 'exhibition',
    description:
      'Ilse Rautenberg stood at the same bollard every day for a year and a month and pressed the shutter at high water. The prints hang in order along the loft, forty paces end to end. She is there on the first evening.',
    venue: 'speicher',
    feeSet: 'harbor',
    group: 'Admission',
    types: [{ name: 'Evening Admission', price: 1150 }],
    addOns: [{ name: 'Print, Numbered', description: '20 by 30 cm', price: 6500, max: 1 }],
    schedule: {
      kind: 'dates',
      inDays: [11, 12, 18, 19],
      firstOn: 'Friday',
      at: ['18:00'],
      durationMinutes: 180,
      capacity: 120,
    },
    sold: { about: 0.25 },
  },
]
