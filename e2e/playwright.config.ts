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
  // Pages are too short-lived for optimized code: compiling it took one fifteenth of the time.
  '--js-flags=--no-opt --no-maglev',
  // Starting a process for each of dozens of pages took a thirtieth of the time.
  '--process-per-site',
]

/**
 * Every page in real Chromium, each worker with its own shop; a file stays with one worker, because its tests share
 * open pages. Differences between the databases are tested below the pages, so one journey is enough for PostgreSQL.
 * Traces cost a third of the time: use `--trace on` after a failure.
 */
export default defineConfig<object, ShopOptions>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous, because machines are shared and no test measures time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list', { printSteps: true }]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: { args, executablePath: await findChromium() },
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer calls that a test answers itself. Only e2e/offline*.spec.ts have one.
    serviceWorkers: 'block',
  },
  projects: [
    // First, because as the last project it would leave the other worker idle.
    { name: 'postgres', use: { engine: 'postgres' }, testMatch: /journey\.spec\.ts/ },
    { name: 'sqlite', use: { engine: 'sqlite' }, testIgnore: /journey\.spec\.ts/ },
  ],
})
