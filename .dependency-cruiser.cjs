/** The arrows of docs/ARCHITECTURE.md, checked by `npm run boundaries`. */
// Tests may reach for the testkit, which stands on everything; nothing else may.
const TESTS = '\\.test\\.tsx?$'

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
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('domain-imports-nothing-of-ours', '^packages/domain/', []),
    only('ui-imports-nothing-of-ours', '^packages/ui/', []),
    only('emulator-imports-nothing-of-ours', '^packages/payments-emulator/', []),
    only('contract-imports-domain', '^packages/contract/', ['^packages/domain/']),
    only('db-imports-domain', '^packages/db/', ['^packages/domain/']),
    only('mails-import-domain', '^packages/mails/', ['^packages/domain/']),
    only('server-imports-the-packages', '^apps/server/src/', [
      '^packages/(domain|contract|db|mails|payments-emulator)/',
    ]),
    only('storefront-never-reaches-the-server', '^apps/storefront/', [
      '^packages/(domain|contract|ui)/',
    ]),
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
        path: '^apps/server/src/(features|http|jobs|app\\.ts|compose\\.ts|main\\.ts)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-main-and-the-doctor-read-the-demo',
      comment: 'The demo can be deleted without touching the product.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(main\\.ts|demo/|operator/doctor/)',
      },
      to: { path: '^apps/server/src/demo/' },
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
      name: 'node-stays-out-of-the-browser',
      severity: 'error',
      from: {
        path: '^(apps/storefront/src|packages/(ui|domain|contract)/src)/',
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
