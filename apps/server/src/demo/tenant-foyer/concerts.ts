import type { DemoEvent } from '../demo-types.ts'

/** Concerts and music. */
export const CONCERTS: readonly DemoEvent[] = [
  {
    key: 'open-rehearsal',
    name: 'Open Rehearsal: Dvořák in Pieces',
    category: 'music',
    description:
      'The Lantern Hall Orchestra takes the New World Symphony apart the day before it plays it. The conductor stops often and says why. Admission is free; bring a pencil if you read music.',
    venue: 'lantern',
    // The fee on a free ticket is 0; the set is here because all seats of the hall have it.
    feeSet: 'booking',
    group: 'Seats',
    types: [{ name: 'Free Seat', description: 'Anywhere on the floor', price: 0, max: 4 }],
    schedule: { kind: 'dates', inDays: [1], at: ['18:00'], durationMinutes: 120, capacity: 220 },
    sold: { about: 0.6 },
  },
  {
    key: 'ines-aldana',
    name: 'Ines Aldana and the Night Post',
    category: 'concert',
    description:
      'Aldana brings the full band to New York for the first time. They play the Letters record from start to finish, and older songs after the intermission. Tom Verity opens alone at the piano.',
    story: `Ines Aldana wrote the Letters record in eleven nights, in the sorting office of a post station in the Pyrenees that had closed the week before. She kept the pigeonholes, the lamp and the hours: everything on it was sung between midnight and four.

The Night Post are seven people now. Two of them carry the strings that the record only hints at; one plays nothing but the bells. For this evening they bring the lamp, and they play the eleven letters in the order they were written.

After the intermission the house lights come up a little, and requests are taken by post: the boxes are at the doors from seven.`,
    doorsMinutes: 60,
    minimumAge: 16,
    ageNote: 'Under 16 with an adult, in the balcony only.',
    accessNotes: [
      'A raised platform for wheelchairs beside the floor; book any Balcony ticket and write to us.',
      'A companion of a guest who needs one comes free.',
    ],
    lineUp: [
      { name: 'Tom Verity', role: 'Alone at the piano', time: '19:30' },
      {
        name: 'Ines Aldana and the Night Post',
        role: 'Letters, from start to finish',
        time: '20:15',
      },
      { name: 'Ines Aldana and the Night Post', role: 'Older songs, by request', time: '21:20' },
    ],
    venue: 'lantern',
    feeSet: 'booking',
    group: 'Places',
    types: [
      { name: 'Standing', description: 'On the floor, no seats', price: 4200 },
      { name: 'Balcony', description: 'Seated, unreserved', price: 5800, capacity: 140 },
      {
        name: 'Box for the Evening',
        description: 'Two chairs, a small table and a waiter',
        price: 12000,
        max: 2,
        capacity: 12,
        feeSet: 'hospitality',
      },
    ],
    schedule: { kind: 'dates', inDays: [2], at: ['19:30'], durationMinutes: 150, capacity: 640 },
    sold: { about: 0.7 },
  },
  {
    key: 'long-exposure',
    name: 'Long Exposure',
    category: 'concert',
    description:
      'The quartet plays in the dark, with one lamp for each player and ninety minutes without a break. There are 180 chairs in the engine shed, in four rows around them. Latecomers cannot be seated.',
    venue: 'railyard',
    feeSet: 'service',
    group: 'Seats',
    types: [{ name: 'Seat', description: 'Unnumbered', price: 3600, max: 4 }],
    schedule: { kind: 'dates', inDays: [8], at: ['20:30'], durationMinutes: 90, capacity: 180 },
    sold: { leaving: 4 },
  },
  {
    key: 'the-understudies',
    name: 'The Understudies: Last Night',
    category: 'concert',
    description:
      'After nineteen years and eleven lineups the band plays its final show in the hall where it began. The set was chosen by letter: 2,300 people wrote in, and the twenty songs named most often are the evening.',
    venue: 'lantern',
    feeSet: 'booking',
    group: 'Places',
    types: [
      { name: 'Standing', price: 4800, max: 4 },
      { name: 'Balcony', price: 6400, max: 4 },
    ],
    schedule: { kind: 'dates', inDays: [13], at: ['20:00'], durationMinutes: 180, capacity: 780 },
    sold: 'all',
  },
  {
    key: 'unfinished-symphonies',
    name: 'An Evening of Unfinished Symphonies, Abandoned Operas and One Completed String Quartet',
    category: 'music',
    description:
      'Seven works whose composers put down the pen, each played up to the last bar they wrote. The pauses are part of the program. A string quartet that was finished ends the evening.',
    venue: 'lantern',
    feeSet: 'service',
    group: 'Seats',
    types: [
      { name: 'Orchestra', price: { base: 5400, weekend: 800, peak: 400 } },
      { name: 'Balcony', price: { base: 3800, weekend: 600, peak: 400 } },
      { name: 'Under 26', description: 'With an ID at the door', price: 1200, max: 2 },
    ],
    addOns: [
      { name: 'Program Book', description: '48 pages, with the scores', price: 900, max: 4 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [26, 27],
      firstOn: 'Friday',
      at: ['19:30'],
      durationMinutes: 135,
      capacity: 620,
    },
    sold: { about: 0.3 },
  },
  {
    key: 'brass-at-breakfast',
    name: 'Brass at Breakfast',
    category: 'music',
    description:
      'Two sets by the Landing Street Seven with chicory coffee and beignets at the table. The band walks in from the river at eleven and walks out again at one. Children under five sit on laps, free.',
    venue: 'landing',
    feeSet: 'roof',
    group: 'Tables',
    types: [
      { name: 'Table Seat', description: 'Breakfast included', price: 3800, max: 6 },
      { name: 'Balcony', description: 'Coffee only', price: 1800, capacity: 30 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [3, 10, 17, 24, 31],
      firstOn: 'Sunday',
      at: ['11:00'],
      durationMinutes: 120,
      capacity: 110,
    },
    sold: { about: 0.5 },
  },
]
