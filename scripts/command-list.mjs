// Every command: its usage, its description and its options.

/**
 * @typedef {object} Command
 * @property {string} file The path of the program.
 * @property {string} line Its usage: on its own, or as a part of `npm run shop`.
 * @property {string[]} about Its description, line by line.
 * @property {Record<string, 'switch' | 'count' | 'text'>} [options]
 * @property {[least: number, most: number]} [words] How many arguments it takes besides options.
 * @property {boolean} [needsBuild] Builds the pages first, if they are not built.
 * @property {boolean} [passesOn] Passes all arguments on to another program.
 */

/** @satisfies {Record<string, Command>} */
export const commands = {
  start: {
    file: 'scripts/start.ts',
    line: 'npm start',
    about: [
      'Installs and builds what is missing, then opens the shop at http://localhost:3000.',
      'In demo mode it also opens the sandbox, which replaces the providers, on SANDBOX_PORT and the port after it.',
      'Settings come from the environment or from .env; .env.example explains them.',
    ],
  },
  dev: {
    file: 'scripts/dev.ts',
    line: 'npm run dev',
    about: ['Opens the same shop with hot reload, without the sandbox.'],
  },
  test: {
    file: 'scripts/test.ts',
    line: "npm test [-- FILE … | -t 'WORDS OF A TEST’S NAME']",
    about: [
      'Without anything: types, lint, rules, both databases, the sandbox, the commands, simulated worlds, a short torture, real Chromium.',
      'With a file or with -t, those tests alone; further options are Vitest’s, or Playwright’s for e2e/*.spec.ts.',
    ],
    passesOn: true,
  },
  'test:watch': {
    file: 'node_modules/vitest/vitest.mjs',
    line: "npm run test:watch [-- FILE … | -t 'WORDS OF A TEST’S NAME']",
    about: ['Runs the tests of what has changed, again after each change.'],
    passesOn: true,
  },
  check: {
    file: 'scripts/check.ts',
    line: 'npm run check',
    about: ['The fast part of npm test: types, lint, rules.'],
  },
  fresh: {
    file: 'scripts/fresh.ts',
    line: 'npm run shop -- fresh',
    about: [
      'Clones the last commit into a temporary folder and starts the clone, once with npm 10 and once with npm 11.',
      'Needs the network and takes a few minutes.',
    ],
  },
  shots: {
    file: 'scripts/shots.ts',
    line: 'npm run shop -- shots [PAGE …]',
    needsBuild: true,
    about: ['Photographs every page, or those named, at six widths in both themes into shots/.'],
    words: [0, 100],
  },
  verify: {
    file: 'scripts/verify.ts',
    line: 'npm run shop -- verify [--provider [--days N]]',
    about: [
      'Checks the books of a shop, running or not: free + held + sold = stocked. Exits with 1 if they do not add up.',
      '  --provider   also compares them with the card provider',
      '  --days N     over the last N days (default: 35)',
    ],
    options: { provider: 'switch', days: 'count' },
  },
  backup: {
    file: 'scripts/backup.ts',
    line: 'npm run shop -- backup FILE | --continuous FOLDER|s3://BUCKET/PART | --stop-continuous',
    about: [
      'Writes the whole shop, pictures included, into one file, while it runs.',
      '  --continuous FOLDER   copies the embedded shop there, and every later change within a second, even after the',
      '                        next start; best on another disk, or in a bucket (s3://…, with the S3_ settings).',
      '                        npm run shop -- restore --from FOLDER restores it',
      '  --stop-continuous     ends it; the copy stays and can be restored',
    ],
    // Version 1.0 called them --follow and --unfollow.
    options: { continuous: 'text', 'stop-continuous': 'switch', follow: 'text', unfollow: 'switch' },
    words: [0, 1],
  },
  restore: {
    file: 'scripts/restore.ts',
    line: 'npm run shop -- restore FILE | --from FOLDER|s3://BUCKET/PART [--at TIME] [--generation N] [--list] [--numbers-from N] [--replace]',
    about: [
      'Restores a shop from a backup into either database. Stop the shop first.',
      '  --from FOLDER    the latest state of a continuous backup (npm run shop -- backup --continuous), into the embedded database',
      '  --at TIME        the state at that time: 2026-11-16T20:01:02Z',
      '  --generation N   this generation instead of the latest one',
      '  --list           only lists the generations: their first and last time, and their last order',
      '  --numbers-from N uses no order or invoice number below N, because lower ones may have been used after the backup',
      '  --replace        even if there is a shop already, which the backup then replaces',
    ],
    options: {
      from: 'text',
      at: 'text',
      generation: 'count',
      list: 'switch',
      'numbers-from': 'count',
      replace: 'switch',
    },
    words: [0, 1],
  },
  move: {
    file: 'scripts/move.ts',
    line: 'npm run shop -- move postgres://user:password@host/name | --pictures',
    about: [
      'Copies the embedded shop into an empty PostgreSQL database and compares every table. Stop it first.',
      'With IMAGE_HOST=s3 its pictures go from the data folder into the bucket as well.',
      '  --pictures   copies only the pictures; the shop may be running',
    ],
    options: { pictures: 'switch' },
    words: [0, 1],
  },
  admin: {
    file: 'scripts/admin.ts',
    line: 'npm run shop -- admin grant|revoke|reset-factors|erase EMAIL [--unverified]',
    about: [
      'grant and revoke give the admin role to someone who has signed up, or take it away. reset-factors removes the passkeys',
      'and codes of someone who has lost them and ends their sessions: a password is enough again. erase deletes someone’s',
      'personal data as they could themselves, even after an admin has removed them; it also takes an account’s id as EMAIL.',
      '  --unverified   even in a live shop with email, for an email that was never confirmed',
    ],
    options: { unverified: 'switch' },
    words: [2, 2],
  },
  content: {
    file: 'scripts/content.ts',
    line: 'npm run shop -- content export|import FILE',
    about: [
      'Exports the shop’s content (“Your shop”) to a JSON file, or imports it; the shop may be running.',
      'Uploaded pictures and media are in a folder beside it: shop.json and shop-files.',
      'An import checks everything first, and saves a new version that admins can undo.',
    ],
    words: [2, 2],
  },
  'go-live': {
    file: 'scripts/go-live.ts',
    line: 'npm run shop -- go-live [--remove-orders | --keep-orders]',
    about: [
      'Turns a demo into a live shop and deletes its accounts, goods and reviews. This cannot be undone. Stop the shop first.',
      '  --remove-orders   they were only tests: all orders and payments are deleted, all stock is returned',
      '  --keep-orders     they are real: only unpaid orders of the demo’s own accounts are canceled',
    ],
    options: { 'remove-orders': 'switch', 'keep-orders': 'switch' },
  },
  pack: {
    file: 'scripts/pack.ts',
    line: 'npm run shop -- pack',
    needsBuild: true,
    about: [
      'Packs the shop for machines like this one: a folder and a .tar.gz of it in pack/.',
      'It holds the built shop, what it needs of its packages, and its Node, and starts without npm: ./tuckshop',
    ],
  },
  torture: {
    file: 'torture/main.ts',
    line: 'npm run torture -- [--cluster] [--quick] [--seed N] [--rounds N] [--only TEXT]',
    about: [
      'The long fault tests, over half an hour on two cores. Nothing of your shop is touched.',
      '  --cluster    failovers instead: PostgreSQL under Patroni, etcd and HAProxy, where these are installed',
      '  --quick      a short run, as in npm test',
      '  --seed N     repeats a run with the same random numbers',
      '  --rounds N   N rounds of each scenario',
      '  --only TEXT  scenarios whose name contains it',
    ],
    options: { cluster: 'switch', quick: 'switch', seed: 'count', rounds: 'count', only: 'text' },
  },
  simulate: {
    file: 'simulation/main.ts',
    line: 'npm run simulate -- [--minutes M | --days N | --quick | --seed N [--until STEP] | --shrink N | --census [--days N]] [--without FAULTS] [--people NUMBERS]',
    about: [
      'Plays whole shops with their people in one thread, in worlds that a seed repeats. Nothing of your shop is touched.',
      'Without anything: worlds of new seeds for five minutes. Ends with 1 at the first complaint, and names its seed.',
      '  --minutes M        for so many minutes; with --seed N from that seed on',
      '  --days N           until so many days are played; with a seed, that world ends after them',
      '  --quick            the worlds of npm test',
      '  --seed N           the world of this seed, the same every time',
      '  --until STEP       its story up to this step',
      '  --shrink N         the world of this seed with as few days, people and faults as its complaint needs',
      '  --census           nothing is judged: how often each state that is hard to reach comes up in a hundred days',
      '  --without FAULTS   without these kinds of faults, such as crashesPerDay,network.double',
      '  --people NUMBERS   with these people alone',
    ],
    options: {
      minutes: 'count',
      days: 'count',
      quick: 'switch',
      seed: 'count',
      until: 'count',
      shrink: 'count',
      census: 'switch',
      without: 'text',
      people: 'text',
    },
  },
  bench: {
    file: 'bench/main.ts',
    line: 'npm run bench -- [--quick] [--only PART,PART]',
    about: [
      'Measures the shop against the limits of the machine. A whole run writes bench/results.* and the README.',
      '  --quick        one round instead of three; writes nothing',
      '  --only PARTS   some parts; writes nothing',
    ],
    options: { quick: 'switch', only: 'text' },
  },
  lighthouse: {
    file: 'scripts/lighthouse.ts',
    line: 'npm run shop -- lighthouse',
    needsBuild: true,
    about: ['Lighthouse on the public pages; fetches it on first use.'],
  },
  'firebase-check': {
    file: 'scripts/firebase-check.ts',
    line: 'npm run shop -- firebase-check',
    about: [
      'Signs up and in through the emulator of Firebase Authentication, on both databases.',
      'Fetches it on first use: 240 MB, into the temporary folder.',
    ],
  },
  grow: {
    file: 'bench/grow.ts',
    line: 'npm run shop -- grow [--items N] [--users N] [--orders N] [--reviews N]',
    about: [
      'Fills the shop in the settings with test data, to measure a large shop. This cannot be undone.',
      'Without numbers: 100,000 items, 50,000 users, a million orders and 100,000 reviews.',
    ],
    options: { items: 'count', users: 'count', orders: 'count', reviews: 'count' },
  },
}
