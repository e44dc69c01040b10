import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bundle } from './bundle.mjs'

const root = mkdtempSync(path.join(os.tmpdir(), 'mneme-check-'))
const mounts: string[] = []
afterAll(() => {
  for (const at of mounts) spawnSync('umount', ['-l', at])
  rmSync(root, { recursive: true, force: true })
})

type Said = { code: number | null; out: string; error: string; ms: number }
const program = await bundle('scripts/check-env.ts')
/** The first thing that `npm start` runs, as another process, and another user if one is named. */
function check(env: Record<string, string>, uid?: number): Promise<Said> {
  const began = Date.now()
  const child = spawn(process.execPath, [program], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', TMPDIR: '/tmp', ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (error += chunk))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, out, error: error.trim(), ms: Date.now() - began })),
  )
}
const inFolder = (folder: string) => ({ MNEME_DATA_DIR: folder, DATABASE_URL: `file:${folder}/mneme.db` })
const place = (name: string) => {
  const folder = path.join(root, name)
  mkdirSync(folder, { mode: 0o755 })
  return folder
}
const canMount = () => {
  const at = place('mount-probe')
  mounts.push(at)
  return spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', at]).status === 0
}
const HINT =
  'Name a place that can be written with MNEME_DATA_DIR or DATABASE_URL, or set MNEME_ALLOW_MEMORY=1'
/** Besides what a process of any kind takes to start on a machine as busy as this one. */
const MOST_MS = 5_000
const idleMs = () => {
  const began = Date.now()
  spawnSync(process.execPath, ['--eval', ''])
  return Date.now() - began
}

describe('a start without a place for its database ends within 5 s with the path and the reason', () => {
  const refuses = async (env: Record<string, string>, reason: string, uid?: number) => {
    const said = await check(env, uid)
    expect(said.error).toContain(`Mneme cannot start: ${reason} ${HINT}`)
    expect(said.error.split('\n')).toHaveLength(1)
    expect([said.code, said.out]).toEqual([1, ''])
    expect(said.ms).toBeLessThan(MOST_MS + idleMs())
    expect(await check({ ...env, MNEME_ALLOW_MEMORY: '1' }, uid)).toMatchObject({ code: 0, error: '' })
  }

  it('where a file is in the place of the folder, or of a folder above it', { tags: 'full' }, async () => {
    const file = path.join(place('file'), 'data')
    writeFileSync(file, 'x')
    const reason = `${file} is a file, not a folder.`
    await refuses(inFolder(file), `The database ${file}/mneme.db cannot be created: ${reason}`)
    await refuses(
      inFolder(`${file}/below`),
      `The database ${file}/below/mneme.db cannot be created: ${reason}`,
    )
  })

  it('where a folder is in the place of the file', { tags: 'full' }, async () => {
    const folder = place('folder')
    mkdirSync(path.join(folder, 'mneme.db'))
    await refuses(
      inFolder(folder),
      `The database ${folder}/mneme.db cannot be written: it is a folder, not a file.`,
    )
  })

  it.skipIf(!existsSync('/proc/self'))('where no folder can be created, whoever asks', async () => {
    await refuses(
      inFolder('/proc/mneme'),
      'The database /proc/mneme/mneme.db cannot be created: no folder can be created in /proc.',
    )
  })

  // Rights do not bind root, so root asks as another user; anyone else can take away their own.
  it('where the user has no right to write', async () => {
    const folder = place('rights')
    spawnSync('chmod', ['755', root])
    spawnSync('chmod', ['555', folder])
    await refuses(
      inFolder(`${folder}/data`),
      `The database ${folder}/data/mneme.db cannot be created: no permission to write to ${folder}.`,
      process.getuid?.() === 0 ? 65_534 : undefined,
    )
  })

  // Only root can mount a disk.
  it.skipIf(!canMount())('where the disk is read-only', async () => {
    const folder = place('read-only')
    mounts.push(folder)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
    await refuses(
      inFolder(folder),
      `The database ${folder}/mneme.db cannot be created: the disk is read-only.`,
    )
  })

  it('but not where everything can be written, and it leaves nothing there', async () => {
    const folder = place('good')
    expect(await check(inFolder(`${folder}/data`))).toMatchObject({ code: 0, error: '' })
    expect(readdirSync(path.join(folder, 'data'))).toEqual([])
  })

  it('and not for PostgreSQL, which has no file here', async () => {
    const { code } = await check({
      MNEME_DATA_DIR: '/proc/mneme',
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d',
    })
    expect(code).toBe(0)
  })
})
