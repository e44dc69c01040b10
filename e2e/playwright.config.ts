import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

const folder = process.env.MNEME_E2E_DATA ?? mkdtempSync(path.join(os.tmpdir(), 'mneme-e2e-'))
process.env.MNEME_E2E_DATA = folder
/** Local mode, no key: the built-in model. */
export const LOCAL_PORT = 3411
/** Shared mode with a person a test, so that each test may connect a provider of its own. */
export const SHARED_PORT = 3412
export const PEOPLE = Array.from({ length: 24 }, (_, i) => ({ name: `person${i}`, token: `token-of-person-${i}` }))

const server = (port: number, env: Record<string, string>) => ({
  command: `node_modules/.bin/next start -H 127.0.0.1 -p ${port}`,
  cwd: path.resolve(import.meta.dirname, '..'),
  url: `http://127.0.0.1:${port}/api/ready`,
  timeout: 60_000,
  reuseExistingServer: false,
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  env: {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    MNEME_OFFLINE_DELAY_MS: '0',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${folder}/${port}/mneme.db`,
    MNEME_DATA_DIR: `${folder}/${port}`,
    ...env,
  },
})

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.MNEME_E2E_RESULTS ? [['list'], ['json', { outputFile: process.env.MNEME_E2E_RESULTS }]] : 'list',
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.MNEME_E2E_CHROMIUM ? { executablePath: process.env.MNEME_E2E_CHROMIUM } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'local', testMatch: 'local/**/*.spec.ts', use: { baseURL: `http://127.0.0.1:${LOCAL_PORT}` } },
    { name: 'server', testMatch: 'server/**/*.spec.ts', fullyParallel: false },
    { name: 'shared', testMatch: 'shared/**/*.spec.ts', use: { baseURL: `http://127.0.0.1:${SHARED_PORT}` } },
  ],
  webServer: [server(LOCAL_PORT, {}), server(SHARED_PORT, { MNEME_ACCESS_TOKEN: PEOPLE.map((person) => `${person.name}:${person.token}`).join(',') })],
})
