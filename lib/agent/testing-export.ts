import { expect } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { exported, importText } from '@/lib/transfer/testing-import'
import { dump } from '@/lib/transfer/testing-store'
import type { Hands } from './testing-hands'

/** Whatever an agent played can be taken along: its export comes in elsewhere, and gives the same export there. */
export async function comesBack(h: Pick<Hands, 'db' | 'ownerId'>) {
  const to = await testDb()
  const text = await exported(h)
  const report = await importText(to, text)
  expect(report).toMatchObject({ error: undefined, refused: 0 })
  expect(report.conversations.map(({ status, reason }) => [status, reason]).filter(([status]) => status !== 'added')).toEqual([])
  expect(await exported(to)).toBe(text)
  expect(Object.keys(await dump(to)).length).toBeGreaterThan(0)
  await to.close()
}
