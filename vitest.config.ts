import { defineConfig } from 'vitest/config'

/** Rooms of tests; `npm test -- FILE` and `npm test -- -t 'NAME'` run a part of them. */
export default defineConfig({
  test: {
    // Files share their worker's modules: to load the shop anew for each took longer than to test it.
    isolate: false,
    maxWorkers: '100%',
    // Only what hangs takes so long, also on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/{domain,contract,worker}/**/*.test.ts', 'tests/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/helpers/web/window.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          globalSetup: 'tests/helpers/global-setup.ts',
        },
      },
      { extends: true, test: { name: 'sandbox', include: ['sandbox/**/*.test.ts'] } },
      { extends: true, test: { name: 'simulation', include: ['simulation/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'firebase',
          include: process.env.FIREBASE_AUTH_EMULATOR_HOST ? ['tests/firebase/*.test.ts'] : [],
          globalSetup: 'tests/helpers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'fixtures',
          include: process.env.RELEASE ? ['tests/fixtures/make.test.ts'] : [],
          globalSetup: 'tests/helpers/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'commands',
          include: ['scripts/*.test.ts'],
          // Packing takes all cores, and a first start waits for npm.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
