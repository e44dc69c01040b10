/** @module-tag full */
import { describe, expect, it, vi } from 'vitest'
import { testDb } from '@/lib/db/testing'
import { limits } from '@/lib/shared/limits'
import { BOMBS, tryBomb } from './testing-bombs'
import { importText } from './testing-import'

const BYTES = 4_000
/** With the stepping clock below, a piece of work costs at least a millisecond and may take twelve. */
const PIECES_A_TURN = 15

describe('a small file of very many values', () => {
  it(`is read, or refused with a reason, whatever it is made of: ${BOMBS.length} shapes`, async () => {
    const test = await testDb()
    const silent: string[] = []
    for (const bomb of BOMBS) {
      const { report } = await tryBomb(test, bomb, BYTES)
      const reason = report.error?.message ?? report.conversations.find((one) => one.reason)?.reason
      if (!reason && report.added === 0 && report.format === null) silent.push(bomb.name)
    }
    expect(silent).toEqual([])
    await test.close()
  }, 120_000)

  it.each(BOMBS.filter((bomb) => (bomb.pieces?.(BYTES) ?? 0) > 100))(
    'of $name, lets others in between',
    async (bomb) => {
      const test = await testDb()
      let at = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++at)
      const { turns } = await tryBomb(test, bomb, BYTES).finally(() => clock.mockRestore())
      expect(turns).toBeGreaterThan((bomb.pieces?.(BYTES) ?? 0) / PIECES_A_TURN)
      await test.close()
    },
  )

  it('is given up once too many of its entries are no conversations', async () => {
    const test = await testDb()
    const report = await importText(
      test,
      `[${Array(limits.transfer.refused * 2)
        .fill('1')
        .join(',')}]`,
    )
    expect(report).toMatchObject({
      refused: limits.transfer.refused + 1,
      error: { message: expect.stringMatching(/^Over 10,000 of its entries .* Nothing was added\.$/) },
    })
    expect(report.conversations).toHaveLength(limits.transfer.reported)
    await test.close()
  })

  it('asks the database once for a conversation that it repeats', async () => {
    const test = await testDb()
    const one = '{"id":"a","messages":[{"role":"user","content":"a"}]}'
    const find = vi.spyOn(test.db.conversation, 'findFirst')
    expect(await importText(test, `[${Array(50).fill(one).join(',')}]`)).toMatchObject({
      added: 1,
      unchanged: 49,
    })
    expect(find.mock.calls.length).toBeLessThan(5)
    await test.close()
  })
})
