import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyPostgres, type PostgresDatabase } from '@/lib/db/testing-postgres'

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(os.tmpdir(), 'mneme-drift-'))

/** Runs `migrate.mjs PROVIDER drift` of a checkout. */
function drift(checkout: string, provider: string, url = ''): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/migrate.mjs', provider, 'drift'], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}

describe('the migrations', () => {
  let postgres: PostgresDatabase
  beforeAll(async () => {
    postgres = await emptyPostgres()
    mkdirSync(path.join(copy, 'scripts'))
    for (const name of ['migrate.mjs', 'bootstrap.mjs'])
      cpSync(path.join(root, 'scripts', name), path.join(copy, 'scripts', name))
    for (const folder of ['prisma', 'lib/config'])
      cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(copy, { recursive: true, force: true })
  })

  it('make exactly what models.prisma says, on both databases', async () => {
    const models = readFileSync(path.join(root, 'prisma/models.prisma'), 'utf8')
    for (const provider of ['sqlite', 'postgresql'])
      expect(
        readFileSync(path.join(root, 'prisma', provider, 'schema.prisma'), 'utf8').endsWith(models),
      ).toBe(true)
    expect(await drift(root, 'sqlite')).toEqual({ code: 0, said: 'in sync' })
    expect(await drift(root, 'postgresql', postgres.url)).toEqual({ code: 0, said: 'in sync' })
  })

  it('are found wanting when a model changed without one (control)', { tags: 'full' }, async () => {
    const schema = path.join(copy, 'prisma/sqlite/schema.prisma')
    writeFileSync(
      schema,
      readFileSync(schema, 'utf8').replace('model User {', 'model User {\n  forgotten Int @default(0)'),
    )
    const found = await drift(copy, 'sqlite')
    expect(found.code).toBe(1)
    expect(found.said).toContain('"forgotten" INTEGER NOT NULL DEFAULT 0')
  })
})
