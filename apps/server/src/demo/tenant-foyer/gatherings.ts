import type { DemoEvent } from '../demo-types.ts'

/** Festivals, a conference and an arcade. */
export const GATHERINGS: readonly DemoEvent[] = [
  {
    key: 'railyard-days',
    name: 'Railyard Days',
    category: 'festival',
    description:
      'Three days on the old freight tracks: twenty-one acts on two stages, food from the station kitchens, and a slow train that circles the grounds. Gates open at noon and the last set ends at eleven. Every pass is for one day.',
    story: `The Old Railyard stopped in 1986, when the last ore train left its wagons where they stood. They are still there, and for three days they are the walls of a town: the main stage opens out of two flatcars, the bars are in the cabooses, and the quiet end is the turntable, where nothing is louder than a string quartet.

Friday is for dancing, Saturday is the long one, and Sunday starts with the brass band and ends with the choir. Passes are for a day, because most people want one of them badly.

Rain or shine. The roofs of four wagons have been opened and four have not, and you will be glad of both.`,
    doorsMinutes: 0,
    minimumAge: 0,
    ageNote: 'Under 12 free with an adult; under 18 with an adult after 9 PM.',
    accessNotes: [
      'Boards across the tracks from both gates to both stages.',
      'A viewing platform at the main stage, with its own toilets and a place to charge a chair.',
      'Interpreters for the spoken parts on Saturday and Sunday.',
    ],
    lineUp: [
      { name: 'The Sleeping Car Porters', role: 'Friday, main stage' },
      { name: 'Marisol Vega y los Durmientes', role: 'Friday, main stage' },
      { name: 'Low Grade Ore', role: 'Friday, turntable' },
      { name: 'Ines Aldana and the Night Post', role: 'Saturday, main stage' },
      { name: 'Switchback Sisters', role: 'Saturday, main stage' },
      { name: 'Nine Mile Quartet', role: 'Saturday, turntable' },
      { name: 'Second Line of Delacroix', role: 'Sunday, opening brass' },
      { name: 'The Roundhouse Choir', role: 'Sunday, closing' },
    ],
    picture: {
      alt: 'A band plays on a stage between freight wagons at dusk, before a crowd, with the sun and the mountains behind.',
      focus: { x: 0.59, y: 0.6 },
    },
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
      inDays: [19, 20, 21],
      firstOn: 'Friday',
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
    key: 'find-your-way-by-the-stars',
    name: 'Find Your Way by the Stars',
    category: 'conference',
    description:
      'A free lecture under the open roof: Dr. Amara Osei shows how sailors, shepherds and pigeons find north, and how you can without a telephone. Admission is free, and seats are for those who reserve.',
    story: `Four stars and a fist at the end of your arm are enough to find north to within two degrees. Dr. Osei has taught it to pilots, to a school class in a storm, and once to a parliament.

The roof stays open as long as the sky does. If it clouds over, the planetarium takes its place and the lecture goes on; nobody has asked for the sky back yet.

Afterwards the telescope on the terrace is yours until eleven, in the order in which you arrive.`,
    doorsMinutes: 45,
    minimumAge: 8,
    ageNote: 'Best from the age of 8. Under 14 with an adult.',
    accessNotes: [
      'Spoken slowly, with live captions on the side wall.',
      'A ramp to the terrace; the eyepiece comes down to 90 centimeters.',
    ],
    lineUp: [
      { name: 'Dr. Amara Osei', role: 'Lecture', time: '19:30' },
      { name: 'The terrace telescope', role: 'Saturn, then the Orion Nebula', time: '20:45' },
    ],
    importantInformation: [
      'The seat is free. If you cannot come, please give it back on your order’s page.',
      'The roof is open: bring a coat.',
    ],
    picture: {
      alt: 'A lecturer beside a telescope points at a star, under a night sky with constellations, before an audience in woolen hats.',
      focus: { x: 0.5, y: 0.55 },
    },
    venue: 'observatory',
    group: 'Seats',
    types: [{ name: 'Free Seat', description: 'With a blanket', price: 0, max: 4 }],
    schedule: {
      kind: 'dates',
      inDays: [6],
      firstOn: 'Thursday',
      at: ['19:30'],
      durationMinutes: 75,
      capacity: 160,
    },
    sold: { about: 0.5 },
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
