import { defineConfig } from '@playwright/test'
import { findShell } from './chromium.ts'

/** The tag of tests that only `npm run test:long` runs. */
const long = /@long/

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  projects: [
    { name: 'short', grepInvert: long },
    { name: 'long', grep: long },
  ],
  fullyParallel: true,
  // More than the cores, because some tests wait for the desk's own times.
  workers: '150%',
  // Generous, for busy machines.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A flaky test is a bug of the product or of the test.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  globalSetup: './build-once.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Baghdad',
    viewport: { width: 1280, height: 800 },
    // A worker loads the whole page again in each test. Tests of what it does allow it.
    serviceWorkers: 'block',
    // Recording makes each step half as long again. `--trace on` records a run by hand.
    trace: 'off',
    launchOptions: {
      // Other tools read this file before find-browser.ts has installed a browser; then the path is empty.
      executablePath: findShell() ?? '',
      // Root has no sandbox, and a closed network has no updates.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
