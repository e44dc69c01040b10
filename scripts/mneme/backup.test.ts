import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { onFile } from '@/lib/db/engine/storage/backup'
import { migratedPostgres } from '@/lib/db/testing-postgres'
import { ended, installation } from '../testing-mneme'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
/** An installation with a conversation. */
async function install(more: Record<string, string> = {}) {
  const installed = installation(more)
  ends.push(installed.remove)
  const messages = [{ role: 'user', content: 'My boat is red.' }]
  writeFileSync(installed.at('chat.json'), JSON.stringify([{ id: 'a', title: 'Boats', messages }]))
  await installed.here('import', 'chat.json')
  return installed
}
const parts = (folder: string) => readdirSync(folder).filter((name) => name.includes('.part'))

it('copies the database while it is used, and takes it back only into an empty one', async () => {
  const { at, here } = await install()
  const copied = await onFile(at('mneme.db'), () => here('backup', 'copy.db'))
  expect([copied.code, copied.said]).toEqual([
    0,
    expect.stringMatching(/^wrote .*copy\.db \(\d+\.\d MB, by SQLite\)\n$/),
  ])
  expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600)
  expect((await here('backup', 'copy.db')).said).toContain('copy.db exists already.')
  const used = await here('restore', 'copy.db')
  expect([used.code, used.said]).toEqual([
    1,
    expect.stringContaining('There is a database already. Add --replace'),
  ])
  copyFileSync(at('mneme.db'), at('by-hand.db'))
  expect((await here('restore', 'by-hand.db', '--replace')).said).toBe(
    'Restored the backup, which does not say when it was made.\n',
  )
  const restored = await here('restore', 'copy.db', '--replace', '--json')
  expect(JSON.parse(restored.out)).toEqual({ from: expect.stringMatching(/Z$/), forgotten: 0 })
  expect((await here('export', '--out', '-')).out).toContain('My boat is red.')
})

describe('a backup that is killed', { tags: 'full' }, () => {
  /** Kills it as soon as something of it is on the disk. */
  async function killed({ at, start, folder }: Awaited<ReturnType<typeof install>>) {
    const child = start('backup', 'copy')
    const end = ended(child)
    const begun = () => readdirSync(folder).some((name) => name.startsWith('copy'))
    await expect.poll(begun, { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await end
    expect(child.signalCode).toBe('SIGKILL')
    expect(existsSync(at('copy'))).toBe(false)
  }

  it('of SQLite leaves nothing half, and the next one is whole', async () => {
    const installed = await install()
    const { at, here, folder } = installed
    const db = new Database(at('mneme.db'))
    db.exec('CREATE TABLE "Ballast" ("bytes" BLOB)')
    for (let i = 0; i < 20; i++) db.exec('INSERT INTO "Ballast" VALUES (randomblob(10000000))')
    db.close()
    await killed(installed)
    expect((await here('backup', 'copy')).code).toBe(0)
    expect(parts(folder)).toEqual([])
    expect((await here('restore', 'copy', '--replace')).said).toMatch(/^Restored the backup of/)
  })

  it('of PostgreSQL leaves nothing half, and the next one is whole', async () => {
    const { url, stop } = await migratedPostgres()
    ends.push(stop)
    const installed = await install({ DATABASE_URL: url })
    const { here, folder } = installed
    await killed(installed)
    expect((await here('backup', 'copy')).code).toBe(0)
    expect(parts(folder)).toEqual([])
    expect((await here('restore', 'copy', '--replace')).said).toMatch(/^Restored the backup of/)
  })
})
