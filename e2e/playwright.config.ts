import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import type { ShopOptions } from './shop.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No page lives long enough here for its code to be worth optimising: that took one fifteenth of the time.
  '--js-flags=--no-opt --no-maglev',
  // All pages of a visitor in one process, as there may be dozens: to start one for each took a thirtieth of the time.
  '--process-per-site',
]

/**
 * Every page in real Chromium, each worker with a shop of its own; a file stays with one worker, because its tests
 * look at the same open pages. What the databases do differently is tested below
 * the pages, on both, so one journey is enough to show that PostgreSQL carries them. Traces cost a third of the time:
 * ask for them with `--trace on` when something has failed.
 */
export default defineConfig<object, ShopOptions>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous, because machines are shared: nothing here measures time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list', { printSteps: true }]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { args, executablePath: await findChromium() },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // First: as the last it would have a worker to itself, and the other nothing to do.
    { name: 'postgres', use: { engine: 'postgres' }, testMatch: /journey\.spec\.ts/ },
    { name: 'sqlite', use: { engine: 'sqlite' }, testIgnore: /journey\.spec\.ts/ },
  ],
})
