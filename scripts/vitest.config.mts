import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { everyday } from './tier.mjs'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['lib', 'app', 'components', 'scripts', 'bench', 'examples']
const files = folders
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
      .filter((file) => /\.test\.tsx?$/.test(file)),
  )
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
  // Vitest would import a file to find that all its tests are left out.
  .filter(({ text }) => !everyday || !/@module-tag full/.test(text))

/** Files share the modules they import with all others of their project; those that are alone share nothing. */
const KINDS = [
  ['alone', /vi\.(mock|resetModules)\(|@alone/],
  ['dom', /@vitest-environment happy-dom/],
  ['postgres', /testing-postgres|testing-large/],
  ['shared', /^/],
] as const
const kindOf = (text: string) => KINDS.find(([, marks]) => marks.test(text))?.[0]
const project = (name: (typeof KINDS)[number][0], own: object) => ({
  extends: true as const,
  test: { name, include: files.filter(({ text }) => kindOf(text) === name).map(({ file }) => file), ...own },
})
const databases = { globalSetup: 'scripts/shared-databases.ts' }

export default defineConfig({
  root,
  resolve: { alias: { '@': root, 'next/headers': path.join(root, 'scripts/testing-headers.ts') } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      project('postgres', { isolate: false, ...databases }),
      project('alone', databases),
      project('shared', { isolate: false, ...databases }),
      project('dom', { isolate: false, environment: 'happy-dom' }),
    ],
    setupFiles: ['scripts/test-setup.ts'],
    tags: [{ name: 'full', description: 'Runs in `npm run test:all` only.' }],
    ...(everyday ? { tagsFilter: ['!full'] } : {}),
    pool: 'forks',
    maxWorkers: 2,
    // These end a test that hangs. Nothing is measured here: the machine may be busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Deleted conversations are purged like what is forgotten, except where the trash itself is tested.
    env: { NODE_ENV: 'test', MNEME_TRASH_DAYS: '0' },
  },
})
