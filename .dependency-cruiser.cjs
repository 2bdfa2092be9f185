/**
 * The arrows of docs/ARCHITECTURE.md, checked by `npm run boundaries`. An import of a type counts as
 * any other: who needs a type has to read and follow the file that declares it.
 */
// Only tests, and what they share, may import the testkit, which depends on everything.
const TESTS = '(\\.test\\.tsx?$|^packages/db/test-support/)'

// What a browser stores: the router keeps scroll positions there.
const STORAGE = '^apps/storefront/src/data/stored/(browser-storage|shape)\\.ts$'

const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: '^(apps|packages|e2e|bench|chaos)/', pathNot: [from, ...allowed] },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('domain-imports-nothing-of-ours', '^packages/domain/', []),
    only('ui-imports-nothing-of-ours', '^packages/ui/', []),
    only('tables-import-nothing-of-ours', '^packages/tables/', []),
    {
      name: 'emulator-imports-nothing-of-ours',
      comment: 'It could be a project of its own: its tests import nothing of ours either.',
      severity: 'error',
      from: { path: '^packages/payments-emulator/' },
      to: {
        path: '^(apps|packages|e2e|bench|chaos|scripts)/',
        pathNot: '^packages/payments-emulator/',
      },
    },
    only('wallet-stand-ins-import-nothing-of-ours', '^packages/testkit/src/wallets/', []),
    only('contract-imports-domain', '^packages/contract/', ['^packages/domain/']),
    only('db-imports-domain', '^packages/db/', ['^packages/domain/']),
    only('mails-import-domain', '^packages/mails/', ['^packages/domain/']),
    only('server-imports-the-packages', '^apps/server/src/', [
      '^packages/(domain|contract|db|mails|payments-emulator|tables)/',
    ]),
    only('storefront-never-reaches-the-server', '^apps/storefront/', [
      '^packages/(domain|contract|ui)/',
    ]),
    only('backoffice-never-reaches-the-server', '^apps/backoffice/', [
      '^packages/(domain|contract|ui|tables)/',
    ]),
    {
      name: 'backoffice-features-do-not-import-each-other',
      comment: 'What two features share moves to data/ or shared/; routes/ composes screens.',
      severity: 'error',
      from: { path: '^apps/backoffice/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/backoffice/src/(features|routes|shell)/',
        pathNot: '^apps/backoffice/src/features/$1/',
      },
    },
    {
      name: 'backoffice-foundations-know-no-screen',
      comment: 'Features import them, not the reverse.',
      severity: 'error',
      from: { path: '^apps/backoffice/src/(routing|data|shared|shell)/', pathNot: TESTS },
      to: { path: '^apps/backoffice/src/(features|routes)/' },
    },
    {
      name: 'backoffice-data-draws-nothing',
      severity: 'error',
      from: { path: '^apps/backoffice/src/(data|routing)/', pathNot: TESTS },
      to: { path: '^(packages/ui/|apps/backoffice/src/(shared|shell)/)' },
    },
    {
      name: 'only-tests-use-the-testkit',
      severity: 'error',
      from: {
        pathNot: [TESTS, '^(packages/testkit|apps/server/test|e2e|bench|chaos)/', '^vitest'],
      },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: 'What two features share moves to domain or the engine.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/' },
      to: { path: '^apps/server/src/features/([^/]+)/', pathNot: '^apps/server/src/features/$1/' },
    },
    {
      name: 'engine-and-adapters-know-no-http',
      severity: 'error',
      from: { path: '^apps/server/src/(engine|adapters)/' },
      to: {
        path: '^apps/server/src/(features|http|jobs|app\\.ts|compose[\\w-]*\\.ts|main\\.ts)',
      },
    },
    {
      name: 'only-main-and-the-doctor-read-the-demo',
      comment: 'The demo can be deleted without touching the product.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(main\\.ts|worker-main\\.ts|demo/|operator/doctor/)',
      },
      to: { path: '^apps/server/src/demo/' },
    },
    {
      name: 'storefront-features-do-not-import-each-other',
      comment:
        'A screen of several features is composed in routes/. What two features share moves to data/ or shared/.',
      severity: 'error',
      from: { path: '^apps/storefront/src/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^apps/storefront/src/(features|routes|shell|demo)/',
        pathNot: '^apps/storefront/src/features/$1/',
      },
    },
    {
      name: 'storefront-routing-knows-no-screen',
      comment:
        'Addresses and the router are used by every screen: a screen in them would be in every first load.',
      severity: 'error',
      from: { path: '^apps/storefront/src/routing/', pathNot: TESTS },
      to: { path: '^apps/storefront/src/(features|routes|shell|demo|data)/', pathNot: STORAGE },
    },
    {
      name: 'storefront-data-and-shared-know-no-feature',
      comment:
        'Features import them, not the reverse. What one feature alone needs belongs to that feature.',
      severity: 'error',
      from: { path: '^apps/storefront/src/(data|shared)/', pathNot: TESTS },
      to: { path: '^apps/storefront/src/(features|routes|shell|demo)/' },
    },
    {
      name: 'storefront-data-draws-nothing',
      comment: 'What is fetched and stored does not depend on how it is shown.',
      severity: 'error',
      from: { path: '^apps/storefront/src/data/', pathNot: TESTS },
      to: { path: '^(packages/ui/|apps/storefront/src/shared/(event|order|page)/)' },
    },
    {
      name: 'storefront-shell-knows-no-feature',
      comment: 'Header and footer are part of every page, whatever it shows.',
      severity: 'error',
      from: { path: '^apps/storefront/src/shell/', pathNot: TESTS },
      to: { path: '^apps/storefront/src/(features|routes|demo)/' },
    },
    {
      name: 'only-the-route-table-knows-the-demonstrations',
      comment: 'They can be deleted with the one line that registers them.',
      severity: 'error',
      from: {
        path: '^apps/storefront/src/',
        pathNot: '^apps/storefront/src/(routes/route-table\\.ts|demo/)',
      },
      to: { path: '^apps/storefront/src/demo/' },
    },
    {
      name: 'no-shop-loads-the-platform',
      comment: 'The pages of the platform are loaded on its own pages alone.',
      severity: 'error',
      from: {
        path: '^apps/storefront/src/',
        pathNot: [TESTS, '^apps/storefront/src/(platform/|routes/sites\\.ts|entry-client\\.tsx)'],
      },
      to: { path: '^apps/storefront/src/platform/' },
    },
    {
      name: 'only-the-server-knows-both-sites',
      comment:
        'It imports the platform statically, which would put it into the first load of a shop.',
      severity: 'error',
      from: { path: '^apps/storefront/src/', pathNot: [TESTS, '/entry-server\\.tsx$'] },
      to: { path: '^apps/storefront/src/routes/sites\\.ts$' },
    },
    {
      name: 'only-tests-use-the-storefront-fixtures',
      severity: 'error',
      from: { pathNot: [TESTS, '^apps/storefront/test/'] },
      to: { path: '^apps/storefront/test/' },
    },
    {
      name: 'node-stays-out-of-the-browser',
      severity: 'error',
      from: {
        path: '^(apps/(storefront|backoffice)/src|packages/(ui|domain|contract|tables)/src)/',
        pathNot: '(entry-server|assets|\\.test)\\.',
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|workbench)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
