// node scripts/lock.mjs: makes package-lock.json anew, for every platform.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fail, npm, root } from './bootstrap.mjs'

const REGISTRY = 'https://registry.npmjs.org/'
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'win32']
const CPUS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The entry of a platform's package that the registry did not show: its name says where it runs. */
function entryOf(name, version, parent) {
  const words = name.split(/[-/]/)
  const [system, cpu] = [SYSTEMS, CPUS].map((known) => known.find((word) => words.includes(word)))
  if (!cpu || !/^\d+\.\d+\.\d+$/.test(version))
    fail(`${name}@${version} is missing, and its name names no platform.`)
  return {
    version,
    resolved: `${REGISTRY}${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(/-musl/.test(name) ? { libc: ['musl'] } : /-gnu/.test(name) ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(system ? { os: [system] } : {}),
  }
}

/** Adds what `npm ci` would miss on another platform, and takes out where this machine looked packages up. */
function complete(lock) {
  const packages = { ...lock.packages }
  for (const entry of Object.values(packages)) delete entry.resolved
  for (const [place, parent] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const found = [`${place}/node_modules/${name}`, `node_modules/${name}`].some((at) => packages[at])
      if (!found) packages[`node_modules/${name}`] = entryOf(name, version, parent)
    }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

// Next to an installed node_modules npm would leave out what other platforms need.
const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-lock-'))
for (const name of ['package.json', '.npmrc']) copyFileSync(path.join(root, name), path.join(folder, name))
const failed = npm(['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], {}, folder)
if (failed) fail('The lock file could not be made.')
const made = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify(complete(made), null, 2)}\n`)
rmSync(folder, { recursive: true, force: true })
