import { afterAll, beforeAll } from 'vitest'
import { learning } from '@/lib/db/contract/learning'
import { type TestDb, testDb } from '@/lib/db/testing'
import { runs } from '@/scripts/tier.mjs'

let opened: TestDb
beforeAll(async () => {
  opened = await testDb()
})
afterAll(() => opened.close())

learning(runs(200))(() => opened)
