import type { DemoEvent } from '../demo-types.ts'

/** Timed entry, day after day. */
export const ATTRACTIONS: readonly DemoEvent[] = [
  {
    key: 'sky-at-dusk',
    name: 'Sky at Dusk',
    category: 'exhibition',
    description:
      'A guided hour under the 1926 refractor. By day you look at the sun through a filtered lens; after dark the dome opens and the guide turns to whatever is up. The terrace over the city stays yours until closing.',
    story: `The great refractor has a lens as wide as a dinner table and a tube as long as a bus, and it still moves at the push of one finger. It was built to look at Mars in the summer of 1926, missed it by three weeks because of a strike at the glassworks, and has been looking at everything else since.

You come in forties, on the half hour. By day a filtered lens shows the sun with its spots and, on a good day, a prominence at the edge. After dark the roof rolls back and the guide goes where the sky is clear: the moon, a planet, a cluster that was old when the hill was sea floor.

Clouds are no reason to stay home. The guide then opens the plate vault, where the same sky lies on glass, night by night, for sixty years.`,
    doorsMinutes: 15,
    minimumAge: 0,
    ageNote: 'For all ages; under 13 with an adult. Strollers stay at the desk.',
    accessNotes: ['A second eyepiece at sitting height shows the same picture.'],
    venue: 'observatory',
    feeSet: 'service',
    timedEntry: true,
    group: 'Admission',
    types: [
      {
        name: 'Adult',
        description: 'Ages 13 and up',
        price: { base: 2400, weekend: 600, peak: 300 },
      },
      {
        name: 'Child',
        description: 'Ages 3 to 12, with an adult',
        price: { base: 1400, weekend: 400, peak: 200 },
      },
      {
        name: 'Eyepiece Seat',
        description: 'The stool at the telescope, and the astronomer beside it',
        price: 7500,
        max: 2,
        capacity: 4,
      },
    ],
    addOns: [
      { name: 'Souvenir Photo', description: 'You on the terrace, printed', price: 1599, max: 10 },
      { name: 'Star Wheel', description: 'Cardboard, set for this latitude', price: 850, max: 4 },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      from: '10:00',
      to: '20:00',
      everyMinutes: 30,
      durationMinutes: 60,
      capacity: 40,
    },
    sold: { about: 0.5, busyDays: true },
  },
  {
    key: 'below-the-avenue',
    name: 'Below the Avenue',
    category: 'other',
    description:
      'Crane Street station closed in 1948 with its ticket booth, tiles and benches in place. A guide takes twelve people down the service stair, along the platform and as far as the tunnel lamp. The walk takes 45 minutes and has 64 steps and no elevator.',
    venue: 'crane',
    feeSet: 'booking',
    timedEntry: true,
    group: 'Guided walk',
    types: [
      { name: 'Adult', price: 3200, max: 6 },
      {
        name: 'Youth',
        description: 'Ages 10 to 17, with an adult',
        price: 2200,
        max: 4,
        feeSet: 'reduced',
      },
    ],
    addOns: [{ name: 'Station Map, 1931', description: 'Facsimile, folded', price: 1200, max: 4 }],
    schedule: {
      kind: 'season',
      days: 45,
      weekdays: ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday'],
      from: '10:00',
      to: '17:00',
      everyMinutes: 20,
      durationMinutes: 45,
      capacity: 12,
    },
    sold: { about: 0.6, busyDays: true },
  },
  {
    key: 'the-fog-house',
    name: 'The Fog House',
    category: 'theater',
    description:
      'Nine rooms in a former cold store, six actors, and fog that never rises above your shoulders. Groups of five set off one after another and find their own way out, usually within 40 minutes. For ages 13 and up; every room has a lit door for anyone who has had enough.',
    venue: 'coldStore',
    feeSet: 'service',
    timedEntry: true,
    group: 'Entry',
    types: [
      {
        name: 'Timed Entry',
        description: 'Arrive within 15 minutes of your time',
        price: { base: 2999, weekend: 500, peak: 500 },
      },
      {
        name: 'Any Time',
        description: 'Come whenever you like on the evening you chose',
        price: 5499,
        max: 4,
        capacity: 5,
      },
    ],
    addOns: [
      {
        name: 'Souvenir Photo',
        description: 'Taken in room seven, without warning',
        price: 1599,
        max: 10,
      },
      {
        name: 'Premium Parking',
        description: 'In the yard, next to the door',
        price: 1500,
        max: 2,
      },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      opensInDays: 6,
      from: '19:00',
      to: '22:00',
      everyMinutes: 15,
      durationMinutes: 60,
      capacity: 25,
    },
    sold: { about: 0.6, busyDays: true },
  },
  {
    key: 'floodlit',
    name: 'Floodlit: The Fieldhouse After Hours',
    category: 'sports',
    description:
      'The lights go down over an empty court and come up again one by one, while forty speakers play the last minute of the 1998 final around you. You walk the tunnel, sit on the bench and take one shot at the basket. About 40 minutes; groups set off every quarter of an hour.',
    venue: 'fieldhouse',
    feeSet: 'service',
    timedEntry: true,
    showPriceDifference: true,
    monthCalendar: true,
    group: 'Entry',
    types: [
      {
        name: 'General Admission',
        description: 'The walk, from tunnel to bench',
        price: 2999,
        displayPrice: 'GA',
      },
      {
        name: 'Fast Pass',
        description: 'A door of its own',
        price: 3999,
        displayPrice: 'GA + $10',
      },
      {
        name: 'Immediate Access',
        description: 'Fast Pass, and you go first in your group',
        price: 4999,
        displayPrice: 'GA + $20',
      },
      {
        name: 'Platinum VIP',
        description: 'Everything above, and the locker rooms with a guide',
        price: 5999,
        displayPrice: 'GA + $30',
        capacity: 6,
      },
    ],
    addOns: [
      { name: 'Souvenir Photo', description: 'Your shot, from the far side', price: 1599, max: 10 },
    ],
    schedule: {
      kind: 'season',
      days: 50,
      opensInDays: 12,
      from: '19:00',
      to: '22:00',
      everyMinutes: 15,
      durationMinutes: 40,
      capacity: 24,
    },
    sold: { about: 0.5, busyDays: true },
  },
  {
    key: 'the-glass-garden',
    name: 'The Glass Garden',
    category: 'exhibition',
    description:
      'Two hundred blown-glass plants stand among living ones, and the labels do not say which is which. Paths are level and shaded, and each hour admits ninety visitors. Once inside, stay as long as you like.',
    story: `Nobody planned it. A glassblower from Murano was asked to mend a pane of the palm house in 2011, and left an orchid on the sill instead of a bill. The gardeners answered with a real one beside it. She came back with ten.

There are two hundred now, and the garden no longer says which are hers. Cacti are the easiest and mosses the hardest; the record for a perfect walk is a hundred and eighty-six, held by a girl of nine.

Come for the hour before sunset if you can. The sun is level with the path then, and for some minutes everything is made of glass.`,
    doorsMinutes: 0,
    minimumAge: 0,
    ageNote: 'Children under 5 free. Small children in a carrier or by the hand, please.',
    accessNotes: [
      'Level paths of packed sand; wheelchairs and folding stools at the gate.',
      'A touch trail with twelve plants, six of them of glass.',
      'Tuesday mornings are quiet: no groups, no music, half as many tickets.',
    ],
    picture: {
      alt: 'Two visitors on a path in a palm house of iron and glass, among giant leaves and glowing lamps of blown glass, at sunset.',
      focus: { x: 0.5, y: 0.66 },
    },
    venue: 'glasshouse',
    timedEntry: true,
    group: 'Admission',
    types: [
      { name: 'Adult', price: { base: 1900, weekend: 300, peak: 200 } },
      { name: 'Student or Senior', description: 'With a card', price: 1300 },
      { name: 'Child', description: 'Ages 5 to 15', price: 800 },
    ],
    addOns: [
      { name: 'Audio Guide', description: 'English or Spanish', price: 500 },
      { name: 'Garden Pass', description: 'Come back any time this year', price: 2800, max: 4 },
    ],
    schedule: {
      kind: 'season',
      days: 45,
      opensInDays: 4,
      weekdays: ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      from: '09:00',
      to: '17:00',
      everyMinutes: 60,
      durationMinutes: 120,
      capacity: 90,
    },
    sold: { about: 0.35, busyDays: true },
  },
]
