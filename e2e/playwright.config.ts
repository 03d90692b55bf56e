import { defineConfig } from '@playwright/test'
import { findShell } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Most of them wait more than they work.
  workers: 3,
  timeout: 60_000,
  // On two busy cores a journey of many steps may meet its bound by chance. It is then tried once more, on a desk of its
  // own, and listed as flaky; what fails twice fails.
  retries: 1,
  // A bound, no measure: a busy machine takes its time.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  globalSetup: './build-once.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Baghdad',
    viewport: { width: 1280, height: 800 },
    // A recording makes each step half as long again.
    trace: 'on-first-retry',
    launchOptions: {
      // None is no matter until a browser starts: this file is read by others too, before find-browser.ts installed one.
      executablePath: findShell() ?? '',
      // Root has no sandbox; and a closed network is no place to look for updates.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
