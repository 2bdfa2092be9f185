/** The files of tests that a part runs, by their kind. All other code is every part's. */
export const TESTS = {
  unit: /\.test\.(tsx?|mjs)$/,
  browser: /^e2e\//,
  chaos: /^chaos\//,
  mutations: /^mutations\/|\.test\.tsx?$/,
}

/**
 * The parts of `npm run night`, each at most 20 minutes on two cores. `steps` are run beside one
 * another where the machine has cores for them (`steps.mjs`); what measures times runs alone.
 * `programs` are those of other projects that a part starts, each with its package of Debian.
 *
 * @type {readonly {
 *   name: string,
 *   shows: string,
 *   minutes: number,
 *   tests: RegExp,
 *   needsBrowser?: boolean,
 *   programs?: Readonly<Record<string, string>>,
 *   steps: (seed: string) => Omit<import('./steps.mjs').Step, 'minutes'>[],
 * }[]}
 */
export const PARTS = [
  {
    name: 'unit',
    shows: 'controls of the races and of other tests, histories, fuzz, cells, moves, replicas',
    minutes: 20,
    tests: TESTS.unit,
    // Opens what is exported and saves it again (packages/tables/test/libreoffice.test.ts).
    programs: { soffice: 'libreoffice-calc-nogui' },
    steps: () => [
      { name: 'build', command: 'node scripts/build.mjs' },
      { name: 'unit', after: ['build'], command: "vitest run --tags-filter 'night || sampled'" },
    ],
  },
  {
    name: 'storefront',
    shows: 'every browser test of the shop, each screen at three widths and in both themes',
    minutes: 20,
    tests: TESTS.browser,
    needsBrowser: true,
    steps: () => [{ name: 'browser', command: 'npm run --silent e2e -- --grep-invert backoffice' }],
  },
  {
    name: 'backoffice',
    shows: 'every browser test of the office, each screen at three widths and in both themes',
    minutes: 20,
    tests: TESTS.browser,
    needsBrowser: true,
    steps: () => [{ name: 'browser', command: 'npm run --silent e2e -- backoffice' }],
  },
  {
    name: 'attacks',
    shows: 'one attacker of each kind beside honest buyers, with its control',
    minutes: 20,
    tests: TESTS.chaos,
    steps: () => [{ name: 'attacks', command: 'npm run --silent chaos -- --only attacks' }],
  },
  {
    name: 'organizers',
    shows: 'an organizer who attacks beside honest buyers and other organizers, with controls',
    minutes: 10,
    tests: TESTS.chaos,
    steps: () => [{ name: 'organizers', command: 'npm run --silent chaos -- --only organizers' }],
  },
  {
    name: 'crashes',
    shows:
      'servers, connections and PostgreSQL break under load; races and the model between processes',
    minutes: 20,
    tests: TESTS.chaos,
    steps: () => [
      { name: 'races', cores: 9, command: 'npm run --silent chaos -- --only races' },
      { name: 'model', cores: 9, command: 'npm run --silent chaos -- --only model' },
      { name: 'crashes', cores: 9, command: 'npm run --silent chaos -- --only crashes' },
    ],
  },
  {
    name: 'soak',
    shows: 'memory and latency stay constant over ten minutes of load',
    minutes: 20,
    tests: TESTS.chaos,
    steps: () => [{ name: 'soak', command: 'npm run --silent chaos -- --only soak' }],
  },
  {
    name: 'money',
    shows:
      'purchases and paid changes cut at each step; a payment provider that fails all the time',
    minutes: 20,
    tests: TESTS.chaos,
    steps: (seed) => [{ name: 'money', command: `npm run --silent chaos:money -- --seed ${seed}` }],
  },
  {
    name: 'histories',
    shows: 'random histories of orders, and requests generated from the contract',
    minutes: 20,
    tests: TESTS.chaos,
    steps: (seed) => [
      { name: 'histories', command: `npm run --silent histories -- --runs 200 --seed ${seed}` },
      { name: 'fuzz', command: `npm run --silent fuzz -- --requests 20000 --seed ${seed}` },
    ],
  },
  {
    name: 'releases',
    shows: 'an upgrade without a failed request, forward and back; a backup restored to a moment',
    minutes: 20,
    tests: TESTS.chaos,
    programs: { pgbackrest: 'pgbackrest', pg_lsclusters: 'postgresql' },
    steps: () => [
      { name: 'upgrade', cores: 9, command: 'npm run --silent upgrade:drill' },
      { name: 'backup', cores: 9, command: 'npm run --silent backup:drill' },
    ],
  },
  {
    name: 'cluster',
    shows: 'a cluster of three PostgreSQL loses each of its parts while buyers buy',
    minutes: 20,
    tests: TESTS.chaos,
    programs: {
      etcd: 'etcd-server',
      // It speaks to etcd by a library that its package only recommends.
      patroni: 'patroni python3-etcd',
      haproxy: 'haproxy',
      pg_lsclusters: 'postgresql',
    },
    steps: () => [{ name: 'cluster', command: 'npm run --silent chaos:cluster' }],
  },
  {
    name: 'mutations',
    shows:
      'a test fails for each changed decision about money or stock; the survivors are explained',
    // A part of its own, beside the hundred minutes of the others.
    minutes: 60,
    tests: TESTS.mutations,
    steps: () => [
      { name: 'mutations', cores: 9, command: 'npm run --silent mutations -- --fresh' },
    ],
  },
]
