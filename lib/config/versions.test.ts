import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
/** The first versions without known vulnerabilities. */
const FLOOR: Record<string, string> = { next: '16.2.6', react: '19.2.6', 'react-dom': '19.2.6' }

const parts = (version: string) => version.split('.').map(Number)
const below = (version: string, floor: string) => {
  const [a, b] = [parts(version), parts(floor)]
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0)
  return false
}
const tooOld = (installed: Record<string, string>) =>
  Object.entries(FLOOR).flatMap(([name, floor]) => (below(installed[name] ?? '0.0.0', floor) ? [name] : []))

describe('dependencies', () => {
  it('are not below a known-fixed version', () => {
    const installed = Object.fromEntries(
      Object.keys(FLOOR).map((name) => [
        name,
        (
          JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
            version: string
          }
        ).version,
      ]),
    )
    expect(tooOld(installed)).toEqual([])
  })
  it('negative control: an old version is found', () => {
    expect(tooOld({ next: '16.2.5', react: '19.3.0', 'react-dom': '18.9.9' })).toEqual(['next', 'react-dom'])
  })
  it('are pinned exactly', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
    }
    expect(
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      ),
    ).toEqual([])
  })
})
