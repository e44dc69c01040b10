import { expect } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { exported, importText } from '@/lib/transfer/testing-import'
import { dump } from '@/lib/transfer/testing-store'
import type { Hands } from './testing-hands'

/**
 * Exports what an agent did and imports it elsewhere: every row must be the `same`, except names of blobs.
 */
export async function comesBack(h: Pick<Hands, 'db' | 'ownerId'>, same: boolean) {
  const to = await testDb()
  const text = await exported(h)
  const report = await importText(to, text)
  expect([
    report.error,
    report.conversations.flatMap(({ status, reason }) => (status === 'added' ? [] : [[status, reason]])),
  ]).toEqual([undefined, []])
  if (same) expect(await dump(to)).toEqual(await dump(h))
  await to.close()
}
