import { defineConfig } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  globalSetup: './build-once.ts',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Baghdad',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      // Root has no sandbox; and a closed network is no place to look for updates.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
