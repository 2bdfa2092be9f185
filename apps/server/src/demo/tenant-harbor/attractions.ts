import { CANCEL_BY_TIME } from '../change-policies.ts'
import type { DemoEvent } from '../demo-types.ts'

/** Timed entry, day after day. */
export const ATTRACTIONS: readonly DemoEvent[] = [
  {
    key: 'the-kelp-hall',
    name: 'The Kelp Hall',
    category: 'exhibition',
    changePolicy: CANCEL_BY_TIME,
    description:
      'You walk through a kelp forest at the level of the seabed, behind eleven meters of glass. Feeding is at noon and at four, and the divers answer questions through the window. Entry is every quarter of an hour; stay until closing if you like.',
    venue: 'kelpHall',
    feeSet: 'service',
    timedEntry: true,
    group: 'Admission',
    types: [
      { name: 'Adult', price: { base: 2850, weekend: 400, peak: 250 } },
      {
        name: 'Child',
        description: 'Ages 3 to 12',
        price: { base: 1750, weekend: 300, peak: 150 },
      },
      {
        name: 'Behind the Glass',
        description: 'With a keeper, above the tank, 40 minutes',
        price: 6900,
        max: 4,
        capacity: 6,
      },
    ],
    addOns: [
      { name: 'Souvenir Photo', description: 'In front of the great window', price: 1599, max: 10 },
      { name: 'Parking', description: 'Sardine Street garage, all day', price: 1800, max: 2 },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      from: '10:00',
      to: '16:45',
      everyMinutes: 15,
      durationMinutes: 90,
      capacity: 45,
    },
    sold: { about: 0.5, busyDays: true },
  },
  {
    key: 'aboard-the-arven',
    name: 'Aboard the Arven',
    category: 'other',
    description:
      'The last manned lightship of the coast, from the galley to the lamp. A former crew member leads ten people through cabins, engine room and lantern mast in 50 minutes. The ladders are steep; shoes with closed toes, please.',
    venue: 'lightship',
    feeSet: 'pier',
    timedEntry: true,
    group: 'Guided tour',
    types: [
      { name: 'Adult', price: 2400, max: 6 },
      { name: 'Child', description: 'Ages 8 to 14, with an adult', price: 1500, max: 4 },
    ],
    addOns: [
      { name: 'Log Book', description: 'Facsimile of the storm of 1933', price: 1400, max: 4 },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      weekdays: ['Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      from: '10:00',
      to: '16:00',
      everyMinutes: 20,
      durationMinutes: 50,
      capacity: 10,
    },
    sold: { about: 0.6, busyDays: true },
  },
  {
    key: 'rowing-by-lantern',
    name: 'Rowing by Lantern',
    category: 'sports',
    description:
      'Four wooden boats, four rowers in each, and a coxswain who knows the lake. You learn the stroke at the dock and are on the water for an hour. No experience is needed; everyone wears a vest.',
    venue: 'boathouse',
    feeSet: 'harbor',
    timedEntry: true,
    group: 'Places in a boat',
    types: [
      {
        name: 'Rower',
        description: 'Ages 12 and up',
        price: { base: 3400, weekend: 600, peak: 400 },
      },
      {
        name: 'Passenger',
        description: 'In the stern, with a blanket',
        price: 2600,
        max: 2,
        capacity: 4,
      },
    ],
    waiver: [
      'Rowing after dark is a sport on open water. You may get wet, cold or hurt, and a boat may capsize, although we take every care.',
      'I am fit to row and can swim 50 metres in clothes. I wear the vest from the dock until I am back on the dock, and do what the coxswain says.',
      'I take part at my own risk. I do not hold the boathouse responsible for an injury or a loss, unless it was caused by its gross negligence.',
      'If I am hurt, the crew may give first aid and call a doctor. If I sign for a minor, I am their parent or guardian, and all of this holds for them.',
    ].join('\n\n'),
    addOns: [{ name: 'Thermos of Cocoa', description: 'Enough for four', price: 900, max: 4 }],
    schedule: {
      kind: 'season',
      days: 45,
      opensInDays: 6,
      from: '17:00',
      to: '20:30',
      everyMinutes: 30,
      durationMinutes: 90,
      capacity: 20,
    },
    sold: { about: 0.55, busyDays: true },
  },
  {
    key: 'tide-and-tile',
    name: 'Tide and Tile',
    monthCalendar: true,
    category: 'exhibition',
    description:
      'Four centuries of blue tiles salvaged from flooded houses, hung at the height the water reached. A restorer works in the last room and shows how a glaze is matched. Signs are in Portuguese and English.',
    doorsMinutes: 0,
    minimumAge: 0,
    ageNote: 'Under 12 free with an adult.',
    accessNotes: ['Level throughout; labels in large print and in braille.'],
    venue: 'armazem',
    currency: 'eur',
    timedEntry: true,
    group: 'Admission',
    types: [
      { name: 'Adult', price: 1400 },
      { name: 'Reduced', description: 'Under 26 and over 64', price: 700 },
    ],
    addOns: [{ name: 'Hand-painted Tile', description: 'Fired this year', price: 2200 }],
    schedule: {
      kind: 'season',
      days: 45,
      opensInDays: 4,
      weekdays: ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      from: '10:00',
      to: '18:00',
      everyMinutes: 60,
      durationMinutes: 90,
      capacity: 60,
    },
    sold: { about: 0.35, busyDays: true },
  },
  {
    key: 'lantern-boats',
    name: 'Lantern Boats of Kujira Pier',
    category: 'festival',
    description:
      'Fifty minutes on a roofed boat through the inner harbor, with tea, and a paper lantern that you write on and set afloat yourself. Boats leave in pairs, every half hour from dusk. The lanterns are gathered again before dawn.',
    story: `In the last week of November the maples on the sea wall turn in one night, and the boats go out. It began as a farewell for a whaling ship that came back after all; the family kept the boats, and the habit.

You sit on cushions, twelve to a boat, with the sides open. The boatman points at nothing and explains everything if he is asked. At the breakwater the engine stops, each guest lights a lantern, and for as long as it takes them to drift out of sight nobody says much.

Blankets are on board. So is the tea, which is hot, and the plum wine, which is small.`,
    doorsMinutes: 10,
    minimumAge: 4,
    ageNote: 'From the age of 4; under 13 with an adult. Vests in all sizes.',
    accessNotes: [
      'Boats 3 and 7 have a ramp and room for a wheelchair.',
      'The boatmen speak Japanese and English; a leaflet has Korean, Chinese and Portuguese.',
    ],
    picture: {
      alt: 'A roofed boat with lanterns on patterned waves, before the moon, Mount Fuji, a ferris wheel and red maple leaves.',
      focus: { x: 0.5, y: 0.62 },
    },
    venue: 'kujira',
    currency: 'jpy',
    timedEntry: true,
    group: 'Seats on a boat',
    types: [
      { name: 'Adult', price: { base: 3800, weekend: 600, peak: 400 } },
      { name: 'Child', description: 'Ages 4 to 12', price: 1900 },
      {
        name: 'Bow Seat',
        description: 'Two cushions at the very front, with plum wine',
        price: 6800,
        max: 2,
        capacity: 2,
      },
    ],
    addOns: [
      {
        name: 'Second Lantern',
        description: 'For somebody who could not come',
        price: 600,
        max: 4,
      },
      { name: 'Bento from the Tea House', description: 'Salmon, or none', price: 1800, max: 6 },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      opensInDays: 3,
      from: '16:30',
      to: '21:00',
      everyMinutes: 30,
      durationMinutes: 50,
      capacity: 24,
    },
    sold: { about: 0.45, busyDays: true },
  },
]
