import type { DemoEvent } from '../demo-types.ts'

/** Theater, sports and an exhibition after hours: seats for an evening. */
export const STAGE: readonly DemoEvent[] = [
  {
    key: 'the-weather-keepers-daughter',
    name: "The Weather Keeper's Daughter",
    category: 'theater',
    description:
      'A town pays one woman to write down the weather. When she falls ill her daughter takes over the book, and begins to write it the way she would like it to be. A new play by Marta Oyelaran; two hours and twenty minutes with one intermission.',
    story: `Every morning at six, Hedda Lunde climbs the tower behind the grain store and writes one line into the book: wind, cloud, what the lake is doing. The town plants by it, sails by it and marries by it. When her hands begin to shake, her daughter Ilse takes the pen.

For a week Ilse writes what she sees. Then she writes a little more sun than there was, because the Sorensens are getting married, and nobody complains. By autumn the book and the sky have parted ways, and the town has to decide which of the two it would rather live under.

Marta Oyelaran wrote the play in the archive of a real weather station on Lake Superior, where the entries of one winter are all in a child's hand. Dario Fenn directs it with five actors, a wind machine from 1911 and four hundred jars of rain.`,
    doorsMinutes: 45,
    minimumAge: 10,
    ageNote: 'Recommended from 10. One scene has thunder and a blackout of a minute.',
    accessNotes: [
      'Captioned on Thursdays, audio described on Saturday afternoons.',
      'A relaxed performance on the last Sunday: lights stay up, and you may leave and return.',
    ],
    lineUp: [
      { name: 'Hanne Ostrow', role: 'Hedda, the weather keeper' },
      { name: 'Lucía Barreto', role: 'Ilse, her daughter' },
      { name: 'Emeka Adair', role: 'The grain merchant' },
      { name: 'Ruth Kaminski', role: 'The pastor, the bride' },
      { name: 'Tobias Wren', role: 'The boy with the kite' },
      { name: 'Marta Oyelaran', role: 'Playwright' },
      { name: 'Dario Fenn', role: 'Director' },
    ],
    picture: {
      alt: 'A woman seen from behind at a tall window, writing with a lit hand on the glass while lightning strikes above the roofs of a town.',
      focus: { x: 0.52, y: 0.56 },
    },
    venue: 'playhouse',
    feeSet: 'service',
    group: 'Seats',
    types: [
      { name: 'Orchestra', price: { base: 5600, weekend: 900, peak: 300 } },
      { name: 'Mezzanine', price: { base: 3900, weekend: 600, peak: 300 }, capacity: 90 },
      {
        name: 'Under 26',
        description: 'Any seat left an hour before, with an ID',
        price: 1500,
        max: 2,
        capacity: 20,
        feeSet: 'reduced',
      },
    ],
    addOns: [
      { name: 'Program Book', description: 'With the full text', price: 1200, max: 4 },
      {
        name: 'Intermission Drinks',
        description: 'Waiting for you at the bar',
        price: 1400,
        max: 8,
      },
    ],
    schedule: {
      kind: 'dates',
      inDays: [2, 3, 4, 5, 9, 10, 11, 12, 16, 17, 18, 19],
      firstOn: 'Wednesday',
      at: ['19:30'],
      saturdayAt: ['14:30', '19:30'],
      durationMinutes: 140,
      capacity: 310,
    },
    sold: { about: 0.65, busyDays: true },
  },
  {
    key: 'comets-lakeshore',
    name: 'Cordova Comets vs. Lakeshore Union',
    category: 'sports',
    description:
      'League basketball between two sides that are four points apart. Tip-off is half an hour after doors, and the youth teams play at halftime. The upper bowl is unreserved, so families should come early.',
    venue: 'fieldhouse',
    feeSet: 'service',
    group: 'Seats',
    types: [
      { name: 'Upper Bowl', description: 'Unreserved', price: 1800 },
      {
        name: 'Lower Bowl',
        description: 'Closer to the floor, unreserved',
        price: 4200,
        capacity: 900,
      },
      {
        name: 'Courtside VIP',
        description: 'Second row, with the team supper before the game',
        price: 14500,
        max: 2,
        capacity: 36,
        feeSet: 'hospitality',
      },
    ],
    addOns: [
      {
        name: 'Parking',
        description: 'Lot C, five minutes on foot',
        price: 1500,
        max: 2,
        capacity: 12,
      },
      { name: 'Comets Scarf', price: 2200, max: 4 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [3],
      firstOn: 'Saturday',
      at: ['18:30'],
      durationMinutes: 150,
      capacity: 3200,
    },
    sold: { about: 0.6 },
  },
  {
    key: 'harriers-northside',
    name: 'Harriers vs. Northside',
    category: 'sports',
    description:
      'The cup quarterfinal under the lights of Prairie Oval: the Harriers have not lost at home since March, and Northside have not lost anywhere. Kick-off is at half past seven, with extra time and penalties if the night needs them.',
    story: `Eleven years ago these two met in the same round. It snowed, the groundsmen swept the lines at halftime, and the tie was settled by the nineteenth penalty, which the goalkeeper took.

Nobody who was there agrees on the rest. This is the first time since that the draw has put them together, and the first quarterfinal on the new grass.

Come early: the drum corps walks in from the river at six, the club museum is open to every ticket until kick-off, and the pies are gone by seven.`,
    doorsMinutes: 120,
    minimumAge: 0,
    ageNote: 'Under 14 with an adult. Children need a ticket from the age of 2.',
    accessNotes: [
      '210 wheelchair spaces in all four stands, each with a companion seat at no charge.',
      'Audio description on FM 88.1, and headsets at Gate C.',
      'A quiet room behind the Family Stand, with a view of the pitch.',
    ],
    lineUp: [
      {
        name: 'Youth final: Harriers U17 vs. Lakeside U17',
        role: 'On the same grass',
        time: '16:45',
      },
      { name: 'Drum corps', role: 'From the river to the center circle', time: '18:00' },
      { name: 'Harriers vs. Northside', role: 'Cup quarterfinal', time: '19:30' },
    ],
    picture: {
      alt: 'A full stadium at night under floodlights, one half of the stands in marigold and the other in red, with a match on the grass.',
      focus: { x: 0.5, y: 0.55 },
    },
    venue: 'oval',
    feeSet: 'service',
    group: 'Stands',
    types: [
      { name: 'North Terrace', description: 'Standing, behind the goal', price: 2400, max: 6 },
      {
        name: 'Family Stand',
        description: 'Seated, unreserved; no alcohol',
        price: 3200,
        capacity: 6000,
      },
      { name: 'East Stand', description: 'Seated, under the roof', price: 4800, capacity: 11000 },
      {
        name: 'Founders Box',
        description: 'Supper before the match, and a seat on the halfway line',
        price: 19500,
        max: 4,
        capacity: 120,
        feeSet: 'hospitality',
      },
    ],
    addOns: [
      { name: 'Match Program', description: 'Sixty-four pages', price: 800, max: 6 },
      {
        name: 'Park and Ride',
        description: 'A car, and the bus for all in it',
        price: 1800,
        max: 2,
      },
    ],
    schedule: {
      kind: 'dates',
      inDays: [13],
      firstOn: 'Wednesday',
      at: ['19:30'],
      durationMinutes: 120,
      capacity: 41000,
    },
    sold: { about: 0.7 },
  },
  {
    key: 'ten-bridges',
    name: 'Ten Bridges Half Marathon',
    category: 'sports',
    description:
      'The course starts and finishes at the Fieldhouse and crosses ten bridges of the South Branch once each. There is chip timing, water every two miles, and the roads stay closed for three hours. Entry is personal: one place to an order.',
    venue: 'fieldhouse',
    feeSet: 'registration',
    group: 'Start places',
    types: [
      { name: 'Start Place', price: 7800, max: 1 },
      { name: 'Student Start Place', description: 'With a card', price: 4800, max: 1 },
    ],
    addOns: [
      { name: 'Running Shirt', description: 'Pick the size at the desk', price: 2600, max: 2 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [44],
      firstOn: 'Sunday',
      at: ['08:00'],
      durationMinutes: 240,
      capacity: 4000,
    },
    sold: { about: 0.55 },
  },
  {
    key: 'maps-never-built',
    name: 'Maps of Places That Were Never Built',
    category: 'exhibition',
    description:
      'Sixty plans for cities, canals and one floating capital that got no further than paper. On these evenings the rooms stay open late and the curator walks through at half past seven. Magnifying glasses are at the door.',
    venue: 'quill',
    feeSet: 'booking',
    group: 'Late admission',
    types: [
      { name: 'Late Admission', price: 1600 },
      { name: "With the Curator's Tour", description: 'One hour', price: 2800, capacity: 25 },
    ],
    addOns: [{ name: 'Exhibition Catalog', description: 'Hardback', price: 3800, max: 4 }],
    schedule: {
      kind: 'dates',
      inDays: [15, 22, 29],
      firstOn: 'Friday',
      at: ['18:00'],
      durationMinutes: 180,
      capacity: 200,
    },
    sold: { about: 0.3 },
  },
]
