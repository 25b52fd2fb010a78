// Which way imports point (docs/architecture.md), as rules that `npm run boundaries` checks.

/** A module of a room; platform/ serves all of them. */
const FEATURES = '^backend/src/(club|money|trading|messaging|operations)/([^/]+)/';
const TESTS = '[.](spec|int-spec|test)[.]tsx?$';
const DOORS = '/http/|[.](controller|presenter|dto)[.]ts$|-(http|jobs)[.]module[.]ts$';

/** A rule that refuses; `comment` is what a reader of a violation needs to know. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const everywhere = [
  forbid(
    'no-cycles',
    'Modules that need each other at run time cannot be understood, or started, one by one.',
    {},
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  ),
  forbid('resolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
  forbid(
    'no-test-code',
    'What is shipped does not lean on tests.',
    { path: '^(backend|frontend|sandbox)/src/', pathNot: [TESTS, '/testing/'] },
    { path: [TESTS, '^(backend|frontend|sandbox)/test/'] },
  ),
  forbid(
    'runtime-dependencies',
    'The servers run without the development packages.',
    { path: '^(backend|sandbox)/src/', pathNot: TESTS },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
];

const backend = [
  forbid(
    'through-the-face',
    'Another module is entered through its index.ts alone.',
    { path: FEATURES },
    { path: FEATURES, pathNot: ['^backend/src/$1/$2/', '^backend/src/[^/]+/[^/]+/index[.]ts$'] },
  ),
  forbid(
    'platform-knows-no-feature',
    'platform/ serves the other rooms and knows none of them; the seeders fill the tables of all.',
    { path: '^backend/src/platform/', pathNot: '^backend/src/platform/seeders/' },
    { path: '^backend/src/(?!platform/)' },
  ),
  forbid(
    'typed-data-in-repositories',
    'Typed queries stand in repositories and in the fragments that they share; check-structure.mjs holds the same for text.',
    {
      path: '^backend/src/',
      pathNot: ['[.](repository|query|sql)[.]ts$', '^backend/src/platform/persistence/', '^backend/src/database[.]ts$', TESTS],
    },
    {
      path: [
        '(^|/)node_modules/(kysely|@mikro-orm/sql)/',
        '^backend/src/database[.]ts$',
        '^backend/src/platform/persistence/(page-reader|page[.]query|typed-tables|tables[.]query|columns([.]types)?)[.]ts$',
      ],
    },
  ),
  forbid(
    'config-stands-alone',
    'config/ reads the environment and knows nothing else.',
    { path: '^backend/src/platform/config/' },
    { path: '^backend/src/(?!platform/config/)' },
  ),
  forbid('wire-is-pure', 'wire/ is types alone.', { path: '^backend/src/platform/wire/' }, { pathNot: '^backend/src/platform/wire/' }),
  forbid(
    'wire-at-the-edge',
    "The wire's spellings stay at the HTTP edge.",
    { path: '^backend/src/', pathNot: ['^backend/src/platform/wire/', '/http/', '[.](controller|presenter|dto)[.]ts$', TESTS] },
    { path: '^backend/src/platform/wire/' },
  ),
  forbid(
    'inside-knows-no-door',
    'Services, entities and plain modules know no controller, presenter, DTO or door module.',
    { path: FEATURES, pathNot: [DOORS, '/index[.]ts$', '^backend/src/(platform/web|operations/health)/', TESTS] },
    { path: DOORS, pathNot: '^backend/src/(platform|messaging/live)/' },
  ),
  forbid(
    'entities-know-nobody',
    'An entity knows no service, repository or door.',
    { path: '[.]entit(y|ies)[.]ts$' },
    { path: `[.](service|repository)[.]ts$|${DOORS}` },
  ),
  forbid(
    'http-at-the-edge',
    'Fastify is known at the HTTP edge alone.',
    {
      path: '^backend/src/',
      pathNot: [
        '/http/',
        '[.]controller[.]ts$',
        '-http[.]module[.]ts$',
        '^backend/src/(platform/web|operations/health)/',
        '^backend/src/(api|platform/observability/http[.]metrics)[.]ts$',
        TESTS,
      ],
    },
    { path: 'node_modules/(fastify|@fastify/|@nestjs/(platform-fastify|swagger))' },
  ),
  forbid(
    'bullmq-in-queue',
    'Only platform/queue knows BullMQ; migrate makes its tables.',
    { path: '^backend/src/', pathNot: '^backend/src/(platform/queue/|migrate[.]ts$)' },
    { path: 'node_modules/bullmq' },
  ),
  forbid(
    'opentelemetry-in-otel',
    'Only platform/observability/otel knows OpenTelemetry.',
    { path: '^backend/src/', pathNot: '^backend/src/platform/observability/otel/' },
    { path: 'node_modules/@opentelemetry/' },
  ),
  forbid(
    'otel-on-demand',
    'OpenTelemetry is loaded by a process that was told to, and by no other.',
    { path: '^backend/src/', pathNot: ['^backend/src/platform/observability/otel/', TESTS] },
    { path: '^backend/src/platform/observability/otel/', dynamic: false },
  ),
  forbid(
    'ccxt-in-adapters',
    'Only the adapters of exchanges know ccxt.',
    { path: '^backend/src/', pathNot: '^backend/src/trading/venues/adapters/' },
    { path: 'node_modules/ccxt' },
  ),
  forbid(
    'port-is-pure',
    'The port of exchanges knows no adapter and no store.',
    { path: '^backend/src/trading/venues/port/' },
    { path: '^backend/src/(?!trading/venues/port/|platform/domain/)|node_modules/' },
  ),
  forbid(
    'venues-below-all',
    'venues/ knows no other module of trading.',
    { path: '^backend/src/trading/venues/' },
    { path: '^backend/src/(trading/(?!venues/)|club/|messaging/|operations/)' },
  ),
  forbid(
    'chain-below-all',
    'chain/ reads and judges payments on chain; it knows no other module but sources/ and the platform.',
    { path: '^backend/src/money/chain/' },
    { path: '^backend/src/(club|trading|messaging|operations|money/(?!chain/|sources/))' },
  ),
  forbid(
    'sources-below-all',
    'sources/ sends requests to sources of data; it knows no other module but the platform.',
    { path: '^backend/src/money/sources/' },
    { path: '^backend/src/(club|trading|messaging|operations|money/(?!sources/))' },
  ),
  forbid(
    'ledger-below-all',
    'ledger/ books what others decide; it knows no other module but the platform.',
    { path: '^backend/src/money/ledger/', pathNot: TESTS },
    { path: '^backend/src/(club|trading|messaging|operations|money/(?!ledger/))' },
  ),
  forbid(
    'exchange-modules-point-down',
    'sync/ may use history/ and reconciliation/; all three may use exchange-accounts/, and none is used by a module below it.',
    { path: '^backend/src/trading/(exchange-accounts|history|reconciliation)/', pathNot: TESTS },
    { path: '^backend/src/trading/(sync|ticker|market|portfolio|signals|tax|track-record|transparency)/' },
  ),
  forbid(
    'exchange-accounts-below',
    'exchange-accounts/ knows of runs through AccountSync, and nothing of stored rows.',
    { path: '^backend/src/trading/exchange-accounts/' },
    { path: '^backend/src/trading/(history|reconciliation)/' },
  ),
  forbid(
    'history-beside-reconciliation',
    'Histories and reconciliation do not know each other.',
    { path: '^backend/src/trading/(history|reconciliation)/' },
    { path: '^backend/src/trading/(history|reconciliation)/', pathNot: '^backend/src/trading/$1/' },
  ),
  forbid(
    'backend-alone',
    'The back end knows neither the web app nor the sandbox exchange.',
    { path: '^backend/src/' },
    { path: '^(frontend|sandbox)/' },
  ),
];

const frontend = [
  forbid(
    'no-feature-to-feature',
    'What two features share lies in components or lib.',
    { path: '^frontend/src/features/([^/]+)/' },
    { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
  ),
  forbid(
    'features-below-app',
    'Features know neither the app around them nor the console.',
    { path: '^frontend/src/features/' },
    { path: '^frontend/src/(app|admin)/' },
  ),
  forbid(
    'shared-below-features',
    'Shared code knows no feature, no app and no console.',
    { path: '^frontend/src/(components|config|content|lib|theme)/' },
    { path: '^frontend/src/(features|app|admin)/' },
  ),
  forbid(
    'console-alone',
    'The console is a chunk of its own over the shared code.',
    { path: '^frontend/src/admin/' },
    { path: '^frontend/src/(features|app)/' },
  ),
  forbid(
    'wire-types-only',
    'Of the back end, the web app knows the types of the wire.',
    { path: '^frontend/' },
    { path: '^backend/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'wire-types-at-one-place',
    'Wire types enter the web app through lib/wire.',
    { path: '^frontend/', pathNot: '^frontend/src/lib/wire/' },
    { path: '^backend/' },
  ),
  forbid('frontend-alone', 'The web app knows no server.', { path: '^frontend/' }, { path: '^(sandbox/|backend/src/(?!platform/wire/))' }),
];

const sandbox = [
  forbid(
    'sandbox-alone',
    'The sandbox exchange is a separate program: nothing knows it, and it knows nothing.',
    { path: '^sandbox/' },
    { path: '^(backend|frontend|scripts)/' },
  ),
];

export default {
  forbidden: [...everywhere, ...backend, ...frontend, ...sandbox],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
