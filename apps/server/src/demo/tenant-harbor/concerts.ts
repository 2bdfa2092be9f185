import { RESCHEDULE_FOR_A_FEE, UPGRADES_ONLY } from '../change-policies.ts'
import type { DemoEvent } from '../demo-types.ts'

/** Concerts and music. */
export const CONCERTS: readonly DemoEvent[] = [
  {
    key: 'evensong-for-horns',
    name: "Evensong for Ships' Horns",
    category: 'music',
    description:
      'Nine vessels lie at the wharf and sound their horns from a score by Ada Brandvold, conducted by flag. It lasts 25 minutes and carries for two miles. The benches on the wharf are free with a ticket; earplugs are handed out.',
    venue: 'tallow',
    group: 'Benches',
    types: [{ name: 'Bench Seat', price: 0, max: 6 }],
    schedule: { kind: 'dates', inDays: [1], at: ['17:30'], durationMinutes: 45, capacity: 400 },
    sold: { about: 0.5 },
  },
  {
    key: 'kuroda-trio',
    name: 'Ama Kuroda Trio',
    category: 'concert',
    changePolicy: UPGRADES_ONLY,
    description:
      'Piano, bass and a drummer who plays mostly with brushes. Kuroda wrote the first set on the night ferry from Osaka and leaves the second to the room. Two bars open before and between.',
    venue: 'sailLoft',
    feeSet: 'harbor',
    group: 'Seats',
    types: [
      { name: 'Seat', price: 3800 },
      {
        name: 'Table with Supper',
        description: 'Three plates, served before the first set',
        price: 9400,
        max: 4,
        capacity: 32,
        feeSet: 'galley',
      },
    ],
    schedule: { kind: 'dates', inDays: [2], at: ['20:00'], durationMinutes: 140, capacity: 240 },
    sold: { about: 0.7 },
  },
  {
    key: 'slack-key-sunday',
    name: 'Slack Key Sunday',
    category: 'concert',
    changePolicy: RESCHEDULE_FOR_A_FEE,
    description:
      'Two guitarists and a singer on the lawn by the lagoon, from late afternoon until the light goes. Bring a mat or rent a chair. Food carts stand along the path.',
    venue: 'lagoon',
    feeSet: 'dredging',
    group: 'Lawn',
    types: [
      { name: 'Lawn', price: { base: 1600, weekend: 400, peak: 0 } },
      { name: 'Child', description: 'Ages 5 to 12', price: 500 },
    ],
    addOns: [{ name: 'Chair', description: 'Low, with a back', price: 600 }],
    schedule: {
      kind: 'dates',
      inDays: [3, 10, 17, 24],
      firstOn: 'Sunday',
      at: ['16:30'],
      durationMinutes: 150,
      capacity: 350,
    },
    sold: { about: 0.3 },
  },
  {
    key: 'fado-closing-time',
    name: 'Fado à Hora do Fecho',
    category: 'music',
    description:
      'When the warehouse has closed, Graça Figueira sings among the crates with two guitars and no amplification. Sixty chairs stand close together, and nobody serves during a song. Port is poured afterwards.',
    story: `The warehouse closes at seven. At ten the side door opens again, the lamps are put out, and Graça Figueira stands where the scales are, because the floor is softest there.

She has sung in the big houses and does not miss them. Here there are sixty chairs, two guitars, a candle, and a rule that is older than she is: nobody serves, nobody speaks and nobody leaves while there is singing. Between the songs you may do all three.

Two of the fados are her own. One is about a tram.`,
    doorsMinutes: 30,
    minimumAge: 12,
    ageNote: 'Not for small children: it is late, dark and very quiet.',
    accessNotes: ['Two places for wheelchairs in the first row; choose a Chair and write to us.'],
    lineUp: [
      { name: 'Graça Figueira', role: 'Voice', time: '22:00' },
      { name: 'Rui Salgueiro', role: 'Guitarra portuguesa' },
      { name: 'Teresa Mont’Alvão', role: 'Viola' },
    ],
    picture: {
      alt: 'A Portuguese guitar stands on a patterned quay before the river, a red bridge and tiled houses, at sunset.',
      focus: { x: 0.5, y: 0.58 },
    },
    venue: 'armazem',
    feeSet: 'service',
    currency: 'eur',
    group: 'Chairs',
    types: [{ name: 'Chair', description: 'A glass of port included', price: 3200, max: 4 }],
    schedule: { kind: 'dates', inDays: [8], at: ['22:00'], durationMinutes: 75, capacity: 60 },
    sold: { leaving: 3 },
  },
  {
    key: 'lighthouse-sessions',
    name: 'The Lighthouse Sessions',
    category: 'concert',
    description:
      'Three voices, one lamp, the tide coming in. Oona Marsh, Teo Valdés and Ruth Adeyemi sing for half an hour each and then together. The stage faces the water, so dress for wind.',
    venue: 'tallow',
    feeSet: 'harbor',
    group: 'Places',
    types: [
      { name: 'General Admission', price: 4200 },
      {
        name: 'Captain VIP',
        description: 'The upper deck of the tender, with a pilot coat to wear',
        price: 9800,
        max: 2,
        capacity: 16,
        feeSet: 'galley',
      },
    ],
    addOns: [{ name: 'Wool Blanket', description: 'Yours to keep', price: 3400, max: 2 }],
    schedule: { kind: 'dates', inDays: [18], at: ['20:00'], durationMinutes: 150, capacity: 300 },
    sold: { about: 0.4 },
  },
  {
    key: 'uebermut',
    name: 'Übermut mit der Binnenschifffahrtsblaskapelle',
    category: 'music',
    description:
      'Twenty-two barge hands with brass, drums and one tuba that came out of the Elbe. They play standing, the audience dances, and both change places for the last half hour. Coats are looked after free of charge.',
    venue: 'speicher',
    currency: 'eur',
    feeSet: 'service',
    group: 'Eintritt',
    types: [
      { name: 'Stehplatz', description: 'Standing', price: 2450 },
      { name: 'Galerie', description: 'A seat upstairs', price: 3650, capacity: 80 },
      { name: 'Ermäßigt', description: 'Reduced, with a card', price: 1450, max: 2 },
    ],
    schedule: {
      kind: 'dates',
      inDays: [23],
      firstOn: 'Friday',
      at: ['21:00'],
      durationMinutes: 180,
      capacity: 520,
    },
    sold: { about: 0.45 },
  },
]
