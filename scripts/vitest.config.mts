import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')
const folders = ['lib', 'app', 'components', 'scripts', 'bench', 'examples']
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .filter((file) => /\.test\.tsx?$/.test(file)),
)
/**
 * Files that replace modules, need a document or are marked `@alone` run in a process of their own. The
 * others share what they import.
 */
const isAlone = (file: string) =>
  /vi\.(mock|resetModules)\(|@vitest-environment|@alone/.test(readFileSync(path.join(root, file), 'utf8'))

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: files.filter((file) => !isAlone(file)) } },
      { extends: true, test: { name: 'alone', include: files.filter(isAlone) } },
    ],
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine can upset a test of timing. The report names those that were tried again.
    retry: 1,
    // These end a test that hangs. Nothing is measured here: the machine may be busy with other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Deleted conversations are purged like what is forgotten, except where the trash itself is tested.
    env: { NODE_ENV: 'test', MNEME_TRASH_DAYS: '0' },
  },
})
