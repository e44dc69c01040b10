import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const names = z.record(z.string(), z.string()).default({})
const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      dependencies: names,
      devDependencies: names,
      optionalDependencies: names,
    }),
  ),
})
type Lock = z.infer<typeof lockSchema>
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
const lock = () => lockSchema.parse(read('package-lock.json'))

/** Where Node would look for `name` from a package at `place`, nearest first. */
function placesOf(place: string, name: string): string[] {
  const up = place.lastIndexOf('node_modules/')
  const here = `${place}${place ? '/' : ''}node_modules/${name}`
  return up < 0 ? [here] : [here, ...placesOf(place.slice(0, up).replace(/\/$/, ''), name)]
}

/** Why `npm ci` would refuse the lock on some platform, or install what it does not name. */
function gaps({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const needed = { ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }
    const missing = Object.keys(needed).filter((name) => !placesOf(place, name).some((at) => packages[at]))
    const { version, integrity, resolved, optional, cpu } = entry
    const isOfPlatform = optional && cpu && resolved
    return [
      ...missing.map((name) => `${place} needs ${name}`),
      ...(place === '' || version ? [] : [`${place} has no version`]),
      ...(place === '' || integrity?.startsWith('sha512-') || isOfPlatform
        ? []
        : [`${place} has no integrity`]),
      ...(!resolved || resolved.startsWith('https://registry.npmjs.org/') ? [] : [`${place}: ${resolved}`]),
    ]
  })
}

describe('the lock file', () => {
  it('names every package of every platform, where it comes from, and no other host', () => {
    expect(gaps(lock())).toEqual([])
  })

  it('has what Linux, macOS and Windows need, on x64 and arm64', () => {
    const { packages } = lock()
    const builds = ['@next/swc-', '@tailwindcss/oxide-', '@biomejs/cli-', 'lightningcss-', '@esbuild/']
    for (const system of ['linux', 'darwin', 'win32'])
      for (const cpu of ['x64', 'arm64'])
        for (const build of builds) {
          const found = Object.entries(packages).filter(
            ([place, entry]) =>
              place.startsWith(`node_modules/${build}`) &&
              entry.os?.includes(system) &&
              entry.cpu?.includes(cpu),
          )
          expect([build, system, cpu, found.length > 0]).toEqual([build, system, cpu, true])
        }
  })

  it('is of this package.json', () => {
    const manifest = z.object({ dependencies: names, devDependencies: names }).parse(read('package.json'))
    const { dependencies, devDependencies } = lock().packages[''] ?? {}
    expect({ dependencies, devDependencies }).toEqual(manifest)
  })

  it('negative control: a lock made beside an installed node_modules is found', () => {
    const { packages } = lock()
    const without = Object.entries(packages).filter(([place]) => !place.includes('darwin'))
    expect(gaps({ lockfileVersion: 3, packages: Object.fromEntries(without) })).toContain(
      'node_modules/next needs @next/swc-darwin-arm64',
    )
    const foreign = {
      'node_modules/x': { ...packages['node_modules/zod'], resolved: 'http://10.0.0.1/x.tgz' },
    }
    const bare = { 'node_modules/y': { ...packages['node_modules/zod'], integrity: undefined } }
    const broken = lockSchema.parse({ lockfileVersion: 3, packages: { ...foreign, ...bare } })
    expect(gaps(broken)).toEqual(['node_modules/x: http://10.0.0.1/x.tgz', 'node_modules/y has no integrity'])
  })
})
