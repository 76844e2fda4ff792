import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

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
                  test: /node_modules[\\/](?!zod|@stripe|@simplewebauthn|uqr|prop-types|react-is|object-assign|loose-envify)/,
                  priority: 3,
                },
                {
                  name: 'shared',
                  test: /src[\\/](?!domain[\\/](email|plain-text|dispute|audit|tracking|color|palette|password-strength))(domain|web|contract[\\/]endpoint)(?!.*(shape-rules|social-sign-in|welcome-token|provider-logos|picture-|upload|invoices|download|panel|keep-focus|ui[\\/]skeleton|passkeys|code-field|fresh-proof|ui[\\/](action-button|ago|dialog|email|found-count|icon|keys|load-more|moment|once-true|paged|remove-dialog|search-form|select|stepper|table|time|use-opened|use-search|use-search-box|use-stored)\.|session[\\/](admin-check|new-password-field|return-path|start-queries)|features[\\/](orders|insights)|idempotency|printing|paper-edge|shop-notes|typefaces|features[\\/]site[\\/](?!footer|closing)|ui[\\/]carousel|pages[\\/]|more-about-item|further-pictures))/,
                  minShareCount: 2,
                  priority: 3,
                },
                {
                  name: 'forms',
                  test: /node_modules[\\/]zod|src[\\/]contract[\\/](shapes|orders|identity)|shape-rules/,
                  priority: 2,
                },
                // After the others: a group takes along what its files need, unless another has it already.
                { name: 'uploads', test: /src[\\/]web.*(picture-|upload)/, minShareCount: 2, priority: 1 },
                {
                  name: 'downloads',
                  test: /src[\\/]web.*download/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'panels',
                  test: /src[\\/]web.*(panel|keep-focus|idempotency|ui[\\/]skeleton)/,
                  minShareCount: 2,
                  priority: 2,
                },
                // The slip, and behind it whatever else lists and panels of orders have in common.
                {
                  name: 'slips',
                  test: /src[\\/]web.*(orders[\\/](slip|pictures|sum-of|queries|payment-checked)|printing|paper-edge|shop-notes)|domain[\\/](color|palette|shop-notes)/,
                  minShareCount: 2,
                  priority: 2,
                },
                // What pages share with each other, but not with the home page, which has to come first.
                {
                  name: 'beyond-home',
                  test: /src[\\/](domain|web[\\/](ui|features[\\/]session))[\\/](action-button|admin-check|ago|dialog|email|found-count|load-more|moment|new-password-field|once-true|paged|password-strength|redirect|remove-dialog|return-path|search|search-form|select|start-queries|table|time|use-opened|use-search|use-search-box|use-stored)\./,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'orders',
                  test: /features[\\/](orders(?!.*(facts|timeline))|insights)|domain[\\/](order|refund|period)/,
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
