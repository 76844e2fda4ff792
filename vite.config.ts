import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** A pattern for any of these paths. A slash stands for a backslash, too, as Windows has it. */
const anyOf = (...paths: readonly string[]): RegExp => new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'))

const oneOf = (names: readonly string[]): string => `(${names.join('|')})`

/** Libraries that only some pages need. */
const rareLibraries = [
  'zod',
  '@stripe',
  '@simplewebauthn',
  'uqr',
  'prop-types',
  'react-is',
  'object-assign',
  'loose-envify',
]

/** Of src/domain: the home page needs none of them. */
const rareRules = [
  'email',
  'plain-text',
  'dispute',
  'audit',
  'tracking',
  'color',
  'palette',
  'password-strength',
  'tax',
  'delivery',
  'price',
  'noted-payment',
  'payment-method',
  'voucher',
  'typed-number',
]

/** Of src/web/ui: pages share them with each other, but not with the home page. */
const beyondHome = [
  'action-button',
  'amount-field',
  'ago',
  'dialog',
  'email',
  'found-count',
  'included-tax',
  'load-more',
  'moment',
  'percent',
  'once-true',
  'paged',
  'remove-dialog',
  'search-form',
  'select',
  'table',
  'time',
  'use-filter',
  'use-opened',
  'use-search-box',
  'use-stored',
  'use-today',
]

/** Whatever more than one page uses, but for these, is in the file for all pages. */
const notForAll = [
  'shape-rules',
  'social-sign-in',
  'welcome-token',
  'provider-logos',
  'picture-',
  'upload',
  'invoices',
  'download',
  'panel',
  'keep-focus',
  'passkeys',
  'code-field',
  'fresh-proof',
  'idempotency',
  'printing',
  'paper-edge',
  'shop-notes',
  'plus-delivery',
  'typefaces',
  'more-about-item',
  'further-pictures',
  'pages/',
  'ui/skeleton',
  'ui/carousel',
  `ui/${oneOf([...beyondHome, 'icon', 'keys', 'stepper'])}\\.`,
  'session/(admin-check|new-password-field|return-path|start-queries)',
  'features/(orders|insights)',
  'items/tax-field',
  'account/send-link',
  'features/site/(?!footer|closing)',
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two files for all pages, and one for each page: the libraries, which stay in the browser's cache when
            // the shop changes, and whatever more than one page uses. On a slow line a file costs more than its bytes.
            // What forms need, the shapes that several of them use with their library, is a third; how to sign in
            // elsewhere, with the pictures of two providers, is for two pages and a fourth, and so are sending a picture,
            // what only admins open beside their lists, the fetching of files, the slip that confirms and receipts are,
            // and orders.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: anyOf(`node_modules/(?!${rareLibraries.join('|')})`),
                  priority: 3,
                },
                {
                  name: 'shared',
                  test: anyOf(
                    `src/(?!domain/${oneOf(rareRules)})(domain|web|contract/endpoint)(?!.*${oneOf(notForAll)})`,
                  ),
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'forms',
                  test: anyOf('node_modules/zod', 'src/contract/(shapes|orders|identity)', 'shape-rules'),
                  priority: 2,
                },
                // After the others: a group takes along what its files need, unless another has it already.
                { name: 'uploads', test: anyOf('src/web.*(picture-|upload)'), minShareCount: 2, priority: 1 },
                {
                  name: 'downloads',
                  test: anyOf('src/web.*download'),
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'panels',
                  test: anyOf('src/web.*(panel|keep-focus|idempotency|ui/skeleton)'),
                  minShareCount: 2,
                  priority: 2,
                },
                // The slip, and behind it whatever else lists and panels of orders have in common.
                {
                  name: 'slips',
                  test: anyOf(
                    'src/web.*(orders/(slip|pictures|queries|payment-checked|how-to-pay|transfer-waits|waiting|told|.*delivery)|printing|paper-edge|shop-notes)',
                    'src/web/ui/plus-delivery',
                    'domain/(color|palette|shop-notes|delivery|price|noted-payment)',
                  ),
                  minShareCount: 2,
                  priority: 2,
                },
                // What pages share with each other, but not with the home page, which has to come first.
                {
                  name: 'beyond-home',
                  test: anyOf(
                    `src/web/ui/${oneOf(beyondHome)}.`,
                    'src/web/features/session/(admin-check|new-password-field|return-path|start-queries).',
                    'src/web/features/(items/tax-field|account/send-link).',
                    'src/domain/(email|password-strength|redirect|search|tax).',
                  ),
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'orders',
                  test: anyOf(
                    'features/(orders(?!.*(facts|timeline))|insights)',
                    'domain/(order|refund|period)',
                  ),
                  minShareCount: 2,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Decided here: asked at each start, React would be its development build wherever NODE_ENV is not set.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // One file on the server instead of hundreds of small ones: the shop starts faster.
  ssr: command === 'build' ? { noExternal: true } : {},
}))
