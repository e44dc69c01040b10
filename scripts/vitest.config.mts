import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['{lib,app,components,scripts,bench,examples}/**/*.test.{ts,tsx}'],
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    // These end a test that hangs. Nothing is measured here: the machine may be busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: { NODE_ENV: 'test' },
  },
})
