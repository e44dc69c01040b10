import { describe, expect, it } from 'vitest'
import { openMemoryDb } from './client'
import { migrateMemory } from './migrate'

describe('a database in memory', () => {
  it('has the same tables and rules as one in a file, and is its own', async () => {
    const [one, other] = [await openMemoryDb(migrateMemory), await openMemoryDb(migrateMemory)]
    await one.user.create({ data: { id: 'anna', createdAt: new Date() } })
    expect([await one.user.count(), await other.user.count()]).toEqual([1, 0])
    const orphan = { id: 'c', ownerId: 'nobody', title: '', createdAt: new Date(), updatedAt: new Date() }
    await expect(one.conversation.create({ data: orphan })).rejects.toThrow('Foreign key constraint')
    const failing = one.$transaction([
      one.user.create({ data: { id: 'bert', createdAt: new Date() } }),
      one.user.create({ data: { id: 'anna', createdAt: new Date() } }),
    ])
    await expect(failing).rejects.toThrow('Unique constraint')
    expect(await one.user.count()).toBe(1)
    await Promise.all([one.$disconnect(), other.$disconnect()])
  })
})
