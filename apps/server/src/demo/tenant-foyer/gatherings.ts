import type { DemoEvent } from '../demo-types.ts'

/** Festivals, a conference and an arcade. */
export const GATHERINGS: readonly DemoEvent[] = [
  {
    key: 'railyard-days',
    name: 'Railyard Days',
    category: 'festival',
    description:
      'Two days on the old freight tracks: fourteen acts on two stages, food from the station kitchens, and a slow train that circles the grounds. Gates open at noon and the last set ends at eleven. Every pass is for one day.',
    venue: 'railyard',
    feeSet: 'service',
    showPriceDifference: true,
    group: 'Day passes',
    types: [
      {
        name: 'General Admission',
        description: 'All stages, all day',
        price: 2999,
        displayPrice: 'GA',
        capacity: 1500,
      },
      {
        name: 'Fast Pass',
        description: 'A gate of its own, and no line for the train',
        price: 3999,
        displayPrice: 'GA + $10',
        capacity: 500,
      },
      {
        name: 'Immediate Access',
        description: 'Fast Pass, and the pit in front of the main stage',
        price: 4999,
        displayPrice: 'GA + $20',
        max: 4,
        capacity: 250,
      },
      {
        name: 'Platinum VIP',
        description: 'Everything above, a covered seat and supper in the dining car',
        price: 5999,
        displayPrice: 'GA + $30',
        max: 2,
        capacity: 18,
      },
    ],
    addOns: [
      { name: 'Parking', description: 'North field, one car, all day', price: 1500, max: 2 },
      { name: 'Souvenir Photo', description: 'From the footplate', price: 1599, max: 10 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [20, 21],
      firstOn: 'Saturday',
      at: ['12:00'],
      durationMinutes: 660,
      capacity: 2268,
    },
    sold: { about: 0.45 },
  },
  {
    key: 'fete-de-la-lumiere',
    name: 'Fête de la Lumière',
    category: 'festival',
    description:
      'For three nights the houses along the landing are lit from inside by artists from Lyon and New Orleans, and you walk the mile between them at your own pace. A wristband opens the courtyards. Numbers are not limited, because the streets are wide.',
    venue: 'landing',
    feeSet: 'reduced',
    group: 'Wristbands',
    types: [
      { name: 'Wristband', description: 'One night', price: 900 },
      { name: 'Child Wristband', description: 'Ages 4 to 12', price: 400 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [34, 35, 36],
      firstOn: 'Friday',
      at: ['18:30'],
      durationMinutes: 270,
      capacity: null,
    },
  },
  {
    key: 'plain-text',
    name: 'Plain Text: Writing for Screens',
    category: 'conference',
    description:
      'Two days of talks and workshops about error messages, forms, signs and letters that people answer. Twelve speakers show what they wrote first and what they kept. Each day stands alone; lunch and the evening reception are included.',
    venue: 'quill',
    feeSet: 'registration',
    group: 'Day tickets',
    types: [
      { name: 'Early Bird', description: 'The first sixty places', price: 19500, capacity: 60 },
      { name: 'Standard', price: 29500, capacity: 180 },
      { name: 'Student', description: 'With a card', price: 9500, max: 1, capacity: 40 },
    ],
    addOns: [
      {
        name: 'Workshop Seat',
        description: 'Afternoon, 20 people',
        price: 6500,
        max: 2,
        capacity: 20,
      },
    ],
    schedule: {
      kind: 'dates',
      inDays: [28, 29],
      firstOn: 'Thursday',
      at: ['09:00'],
      durationMinutes: 540,
      capacity: 280,
    },
    sold: 'all',
  },
  {
    key: 'quarter-night',
    name: 'Quarter Night',
    category: 'other',
    description:
      'On Thursdays entry costs what a game cost in 1978. Eighty cabinets and pinball tables are set to free play, and the mechanic keeps one open on the bench to show how it works.',
    venue: 'arcade',
    group: 'Entry',
    types: [{ name: 'Entry', price: 25 }],
    schedule: {
      kind: 'dates',
      inDays: [4, 11, 18, 25],
      firstOn: 'Thursday',
      at: ['18:00'],
      durationMinutes: 300,
      capacity: 150,
    },
    sold: { about: 0.5 },
  },
]
