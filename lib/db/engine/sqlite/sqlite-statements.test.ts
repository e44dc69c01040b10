import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reusing } from './sqlite-statements'

let db: Database.Database
let prepared: string[]
const counting = () => {
  prepared = []
  return reusing(((sql: string) => {
    prepared.push(sql)
    return db.prepare(sql)
  }) as typeof db.prepare)
}
beforeEach(() => {
  db = new Database(':memory:')
  db.exec('CREATE TABLE t (a INTEGER, b TEXT)')
})
afterEach(() => db.close())

describe('statements that are used again', () => {
  it('are prepared once and give each call its own values', () => {
    const prepare = counting()
    for (const value of [1, 2, 3])
      prepare('INSERT INTO t VALUES (?, ?)')
        .bind([value, `n${value}`])
        .run()
    const read = (value: number) => prepare('SELECT a, b FROM t WHERE a = ?').bind([value]).raw().all()
    expect([read(3), read(1), read(9)]).toEqual([[[3, 'n3']], [[1, 'n1']], []])
    expect(prepared).toHaveLength(2)
  })

  it('see columns that were added meanwhile', () => {
    const prepare = counting()
    const names = () => {
      const bound = prepare('SELECT * FROM t').bind([])
      bound.raw().all()
      return bound.columns().map((column) => column.name)
    }
    expect(names()).toEqual(['a', 'b'])
    db.exec('ALTER TABLE t ADD COLUMN c TEXT')
    expect(names()).toEqual(['a', 'b', 'c'])
  })

  it('give way to newer ones, the one unused for longest first, and pragmas are never kept', () => {
    const prepare = counting()
    for (let i = 0; i <= 400; i++) prepare(`SELECT ${i}`)
    prepare('SELECT 400')
    prepare('SELECT 0')
    prepare('PRAGMA journal_mode')
    prepare('PRAGMA journal_mode')
    expect(prepared).toHaveLength(401 + 1 + 2)
  })
})
