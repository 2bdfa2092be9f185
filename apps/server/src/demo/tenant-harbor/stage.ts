import { DECREASES_STAY, NOTHING_CHANGES } from '../change-policies.ts'
import type { DemoEvent } from '../demo-types.ts'

/** Theater and sports: seats, and places in the water. */
export const STAGE: readonly DemoEvent[] = [
  {
    key: 'the-salt-ledger',
    name: 'The Salt Ledger',
    category: 'theater',
    changePolicy: DECREASES_STAY,
    description:
      'Two clerks of a salt company each keep a secret set of books, and both know it. The audience sits at the desks and is asked to sign. Ninety minutes without an intermission, by Pilar Iturbe.',
    venue: 'sailLoft',
    feeSet: 'service',
    group: 'Seats',
    types: [
      { name: 'Desk Seat', price: { base: 4800, weekend: 700, peak: 300 } },
      { name: 'Gallery', description: 'Standing rail', price: 2600, capacity: 40 },
      {
        name: 'Student',
        description: 'With a card',
        price: 1400,
        max: 2,
        capacity: 20,
        feeSet: 'pier',
      },
    ],
    addOns: [{ name: 'Program Book', description: 'Bound like a ledger', price: 1100, max: 4 }],
    schedule: {
      kind: 'dates',
      inDays: [3, 4, 5, 6, 10, 11, 12, 13, 17, 18, 19, 20],
      firstOn: 'Thursday',
      at: ['20:00'],
      saturdayAt: ['15:00', '20:00'],
      durationMinutes: 90,
      capacity: 180,
    },
    sold: { about: 0.65, busyDays: true },
  },
  {
    key: 'the-boy-who-kept-a-whale',
    name: 'The Boy Who Kept a Whale',
    category: 'theater',
    description:
      'A puppet play for ages five and up, with a whale of sailcloth that fills the hold. It runs 55 minutes, and afterwards children may help to fold the whale. Performed in the cargo hold of the lightship, down one ladder.',
    venue: 'lightship',
    feeSet: 'pier',
    group: 'Seats',
    importantInformation: [
      'The ladder to the hold is steep: come 15 minutes early and wear flat shoes.',
      'Children come with an adult. One adult may bring four.',
      'Strollers stay on the quay, where someone looks after them.',
    ],
    types: [
      { name: 'Child', description: 'On the mats in front', price: 1200 },
      { name: 'Adult', description: 'On the benches behind', price: 1800, max: 4 },
    ],
    addOns: [{ name: 'Paper Whale', description: 'To cut and fold', price: 400, max: 6 }],
    schedule: {
      kind: 'dates',
      inDays: [12, 13, 19, 20],
      firstOn: 'Saturday',
      at: ['14:00'],
      saturdayAt: ['11:00', '14:00'],
      durationMinutes: 55,
      capacity: 70,
    },
    sold: { about: 0.5 },
  },
  {
    key: 'otters-cormorants',
    name: 'Otters vs. Cormorants',
    category: 'sports',
    changePolicy: NOTHING_CHANGES,
    description:
      'Open-water polo between the two oldest clubs of the lake, in the floating pool at Cedar Slip. Four quarters of eight minutes, with the losers rowing the winners home. The first row gets wet.',
    venue: 'boathouse',
    feeSet: 'harbor',
    group: 'Stand',
    types: [
      { name: 'Stand', price: 1700 },
      { name: 'First Row', description: 'With a towel', price: 2900, max: 4, capacity: 40 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [3],
      firstOn: 'Friday',
      at: ['18:30'],
      durationMinutes: 75,
      capacity: 420,
    },
    sold: { about: 0.6 },
  },
  {
    key: 'moonrise-swim',
    name: 'Moonrise Swim',
    category: 'sports',
    description:
      'One mile across the lagoon and back, with lights on every cap and a canoe for every ten swimmers. Warm-up is at seven, and the start is when the moon clears the ridge. Swimmers must have covered the distance in open water before.',
    venue: 'lagoon',
    feeSet: 'harbor',
    group: 'Start places',
    types: [{ name: 'Start Place', price: 5500, max: 1 }],
    addOns: [{ name: 'Swim Cap Light', description: 'A spare', price: 1200, max: 2 }],
    schedule: { kind: 'dates', inDays: [14], at: ['19:00'], durationMinutes: 120, capacity: 120 },
    sold: 'all',
  },
]
