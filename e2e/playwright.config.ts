import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { everyday } from '../scripts/tier.mjs'
import { ACCESS_TOKENS, folderOf, LOCAL_PORT, SHARED_PORT, UNDO_SECONDS, urlOf } from './support/servers'

const server = (port: number, env: Record<string, string>) => ({
  command: `node_modules/.bin/next start -H 127.0.0.1 -p ${port}`,
  cwd: path.resolve(import.meta.dirname, '..'),
  url: `${urlOf(port)}/api/ready`,
  timeout: 180_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  env: {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    MNEME_OFFLINE_DELAY_MS: '0',
    // Most tests watch turns that think. Those of Auto choose it.
    MNEME_THINKING: 'standard',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${folderOf(port)}/mneme.db`,
    MNEME_DATA_DIR: folderOf(port),
    ...env,
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  ...(everyday ? { grep: /@everyday/ } : {}),
  // Generous, because they only have to end tests that hang, even on a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.MNEME_E2E_RESULTS
    ? [['list'], ['json', { outputFile: process.env.MNEME_E2E_RESULTS }]]
    : 'list',
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.MNEME_E2E_CHROMIUM ? { executablePath: process.env.MNEME_E2E_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'local', testMatch: 'local/**/*.spec.ts', use: { baseURL: urlOf(LOCAL_PORT) } },
    { name: 'server', testMatch: 'server/**/*.spec.ts', fullyParallel: false },
    { name: 'shared', testMatch: 'shared/**/*.spec.ts', use: { baseURL: urlOf(SHARED_PORT) } },
  ],
  webServer: [
    server(LOCAL_PORT, { MNEME_UNDO_SECONDS: String(UNDO_SECONDS), MNEME_TRASH_DAYS: '0' }),
    server(SHARED_PORT, {
      MNEME_ACCESS_TOKEN: ACCESS_TOKENS,
      MNEME_MODEL_HOSTS: '127.0.0.1',
      MNEME_TURNS_PER_MINUTE: '1000',
    }),
  ],
})
